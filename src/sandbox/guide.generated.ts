/** The user guide. Generated from docs/guide/*.md by scripts/generate-guide.mjs; do not edit. */

export interface GuidePage {
  /** Name of the file without its ending; addresses the page. */
  readonly slug: string;
  readonly title: string;
  /** First paragraph, on one line. */
  readonly description: string;
  readonly markdown: string;
  /** The same, rendered: what stands inside the body. */
  readonly html: string;
}

export const GUIDE: readonly GuidePage[] = [
  {
    slug: `getting-started`,
    title: `Getting started`,
    description: `What agent-platform-mcp does, how to try it without an account, and the settings that connect it to your platform.`,
    markdown: `# Getting started

What agent-platform-mcp does, how to try it without an account, and the settings that connect it to your platform.

agent-platform-mcp is an MCP server. It puts an AI-agent platform into your assistant: you ask in your own words what
is running, what is waiting for a decision and what it cost, and the assistant calls the tools described in this guide.

## Try it in the sandbox

The sandbox is a small platform built into the program: a real HTTP server on your own machine with the data of
an invented online shop. It needs no account and no other setting. Add the server to your assistant with one argument;
\`agent-platform-mcp config\` prints this block for your host, with the full path of the program:

\`\`\`json
{ "mcpServers": { "agent-platform": { "command": "agent-platform-mcp", "args": ["--sandbox"] } } }
\`\`\`

Then ask: “What is waiting for my approval?” Everything you approve, reject, create or delete there is gone when the
server stops. The sandbox also runs by itself, with \`agent-platform-mcp sandbox --port 4010\`; it prints its URL and
token, so that you can point other programs at it.

## Connect it to your platform

Two settings are needed, both in the server's environment:

| Variable | Meaning |
|---|---|
| \`AGENT_PLATFORM_BASE_URL\` | the address of the platform; https, or http on loopback; it may include a path |
| \`AGENT_PLATFORM_TOKEN\` | the bearer token of your account |

Instead of the token itself you can name a file with \`AGENT_PLATFORM_TOKEN_FILE\`. The file is read again after the
platform refuses the token, so a rotated token needs no restart. The token is never a
command-line flag, because other users of the machine could read it there.

Without these settings the server still starts and lists its tools. Each call then says which variable is missing.

## Choose what the assistant may do

By default the assistant sees the tools for threads, assistants, agents (listing only), costs, tool servers,
documentation and health. You can change that:

- \`AGENT_PLATFORM_READ_ONLY\` leaves only tools that read. Nothing on the platform can be changed.
- \`AGENT_PLATFORM_TOOLSETS\` names the groups to offer. Those for administration, messages to threads, projects,
  documents, files and evaluations are off by default; \`all\` turns everything on.
- \`AGENT_PLATFORM_TOOLS\` and \`AGENT_PLATFORM_EXCLUDE_TOOLS\` add or remove individual tools. An exclusion always wins.
- \`AGENT_PLATFORM_TENANT_ID\` and \`AGENT_PLATFORM_SUBTENANT_ID\` pin the scope. The assistant can't choose another one.
- \`AGENT_PLATFORM_DRY_RUN\` makes every write return the request that it would have sent.

A tool that is filtered out can't be called by name either.

## First questions

| You ask | The assistant calls |
|---|---|
| Which agents do we have? | \`list_agents\` |
| What is the Refund Agent doing? | \`list_agent_threads\` |
| What is waiting for me? | \`list_pending_approvals\` |
| Show me that thread. | \`get_thread\` |
| Where is order 10503? | \`send_assistant_message\` |
| What did it cost this month? | \`get_agent_costs\` |
| Is the platform up? | \`check_health\` |

## Read on

Decisions are explained on the page \`approvals\`, threads on \`threads-and-inbox\`. If something doesn't work, start
with \`troubleshooting\`. All pages can be listed with \`list_docs\` and read with \`read_doc\`.
`,
    html: `<h1>Getting started</h1>
<p>What agent-platform-mcp does, how to try it without an account, and the settings that connect it to your platform.</p>
<p>agent-platform-mcp is an MCP server. It puts an AI-agent platform into your assistant: you ask in your own words what
is running, what is waiting for a decision and what it cost, and the assistant calls the tools described in this guide.</p>
<h2>Try it in the sandbox</h2>
<p>The sandbox is a small platform built into the program: a real HTTP server on your own machine with the data of
an invented online shop. It needs no account and no other setting. Add the server to your assistant with one argument;
<code>agent-platform-mcp config</code> prints this block for your host, with the full path of the program:</p>
<pre><code class="language-json">{ "mcpServers": { "agent-platform": { "command": "agent-platform-mcp", "args": ["--sandbox"] } } }
</code></pre>
<p>Then ask: “What is waiting for my approval?” Everything you approve, reject, create or delete there is gone when the
server stops. The sandbox also runs by itself, with <code>agent-platform-mcp sandbox --port 4010</code>; it prints its URL and
token, so that you can point other programs at it.</p>
<h2>Connect it to your platform</h2>
<p>Two settings are needed, both in the server's environment:</p>
<table>
<thead>
<tr>
<th>Variable</th>
<th>Meaning</th>
</tr>
</thead>
<tbody><tr>
<td><code>AGENT_PLATFORM_BASE_URL</code></td>
<td>the address of the platform; https, or http on loopback; it may include a path</td>
</tr>
<tr>
<td><code>AGENT_PLATFORM_TOKEN</code></td>
<td>the bearer token of your account</td>
</tr>
</tbody></table>
<p>Instead of the token itself you can name a file with <code>AGENT_PLATFORM_TOKEN_FILE</code>. The file is read again after the
platform refuses the token, so a rotated token needs no restart. The token is never a
command-line flag, because other users of the machine could read it there.</p>
<p>Without these settings the server still starts and lists its tools. Each call then says which variable is missing.</p>
<h2>Choose what the assistant may do</h2>
<p>By default the assistant sees the tools for threads, assistants, agents (listing only), costs, tool servers,
documentation and health. You can change that:</p>
<ul>
<li><code>AGENT_PLATFORM_READ_ONLY</code> leaves only tools that read. Nothing on the platform can be changed.</li>
<li><code>AGENT_PLATFORM_TOOLSETS</code> names the groups to offer. Those for administration, messages to threads, projects,
documents, files and evaluations are off by default; <code>all</code> turns everything on.</li>
<li><code>AGENT_PLATFORM_TOOLS</code> and <code>AGENT_PLATFORM_EXCLUDE_TOOLS</code> add or remove individual tools. An exclusion always wins.</li>
<li><code>AGENT_PLATFORM_TENANT_ID</code> and <code>AGENT_PLATFORM_SUBTENANT_ID</code> pin the scope. The assistant can't choose another one.</li>
<li><code>AGENT_PLATFORM_DRY_RUN</code> makes every write return the request that it would have sent.</li>
</ul>
<p>A tool that is filtered out can't be called by name either.</p>
<h2>First questions</h2>
<table>
<thead>
<tr>
<th>You ask</th>
<th>The assistant calls</th>
</tr>
</thead>
<tbody><tr>
<td>Which agents do we have?</td>
<td><code>list_agents</code></td>
</tr>
<tr>
<td>What is the Refund Agent doing?</td>
<td><code>list_agent_threads</code></td>
</tr>
<tr>
<td>What is waiting for me?</td>
<td><code>list_pending_approvals</code></td>
</tr>
<tr>
<td>Show me that thread.</td>
<td><code>get_thread</code></td>
</tr>
<tr>
<td>Where is order 10503?</td>
<td><code>send_assistant_message</code></td>
</tr>
<tr>
<td>What did it cost this month?</td>
<td><code>get_agent_costs</code></td>
</tr>
<tr>
<td>Is the platform up?</td>
<td><code>check_health</code></td>
</tr>
</tbody></table>
<h2>Read on</h2>
<p>Decisions are explained on the page <code>approvals</code>, threads on <code>threads-and-inbox</code>. If something doesn't work, start
with <code>troubleshooting</code>. All pages can be listed with <code>list_docs</code> and read with <code>read_doc</code>.</p>
`,
  },
  {
    slug: `approvals`,
    title: `Approvals`,
    description: `How a thread asks for a human decision, how to approve or reject it, and how to be sure that the decision took effect.`,
    markdown: `# Approvals

How a thread asks for a human decision, how to approve or reject it, and how to be sure that the decision took effect.

An agent that wants to do something that can't be undone stops and asks. Its thread then has the status
\`AWAITING_APPROVAL\`, and nothing more happens until somebody decides.

## Find what is waiting

\`list_pending_approvals\` goes through all agents and lists every thread that is waiting, each with a brief: the calls it
asks for, what is unusual about them, and where the agent's words contradict them. With an \`agentId\` it lists the threads
of that agent only.

## Read before you decide

\`get_thread\` shows the conversation. The request is in the last assistant message: it says what the agent found,
which tool it wants to call and with which arguments. Read the arguments, not only the prose. A sentence like “all
reminders are ready” may hide that one of the customers has an open complaint.

Four questions help:

1. Is this what the first message asked for?
2. Do the arguments match the explanation: the amount, the number of records, the environment?
3. What happens if it goes wrong, and who can undo it?
4. Does the agent mention any doubts? Then settle them first.

## Decide

\`approve_thread\` takes the \`threadId\`, a \`status\` and a \`comment\`:

| status | Effect |
|---|---|
| \`APPROVED\` | the agent may continue; the thread usually runs for a moment and then completes |
| \`REJECTED\` | the agent must not do it |
| \`PENDING\` | nothing is decided; the thread keeps waiting |

The comment is optional. Write one when you reject: it is the only thing that tells the agent, and the next reader, why.

The server reads the thread before it sends a decision. It refuses if the thread isn't waiting, or if
the request has changed since it was shown. After the decision it reads the thread again and tells you if the platform
did not apply it. So an approval that is reported as done has really taken effect.

## Decide on several at once

\`decide_approvals\` takes 2 to 20 threads, each with a \`status\` and the \`reviewToken\` from \`list_pending_approvals\`, and
asks you one question with a choice and a comment for each. Each decision then follows the same rules as a single one: a
thread that changed is left out and named, and one that fails doesn't stop the others. The result has a line for each.

## Who decides

An approval is a person's decision. If your assistant can show a question, the server shows you the request itself and
asks, and no argument that a model writes can answer in your place. \`AGENT_PLATFORM_APPROVALS\` sets how strict that is:

- \`auto\` (default): ask if the host can ask; otherwise rely on the host's own confirmation, and say so.
- \`require\`: refuse to decide if the host can't ask.
- \`off\`: never ask. Meant for tests and for the sandbox.

Use \`require\` if several people share a configuration, or if nobody watches the assistant.

## Keep a record

\`AGENT_PLATFORM_AUDIT_LOG\` names a file that gets a line of JSON before and after every write: the time, the tool, the thread, the
decision, how consent was given, and the outcome. It contains no secrets, and is created so that only you can read it.

## In the sandbox

The sandbox starts with several waiting threads: a refund after the deadline, a deployment whose canary failed, 37
reminders of which one would be rude, 1,204 records to delete. Approve one, wait a few seconds, and read it again: it
has done its work and says so. An approved thread in the sandbox is \`RUNNING\` for about three seconds, then \`COMPLETED\`;
a rejected one is \`FAILED\` at once, with a message that quotes your comment. Lists and searches mark it as rejected, so
that it isn't taken for a failure of the agent.
`,
    html: `<h1>Approvals</h1>
<p>How a thread asks for a human decision, how to approve or reject it, and how to be sure that the decision took effect.</p>
<p>An agent that wants to do something that can't be undone stops and asks. Its thread then has the status
<code>AWAITING_APPROVAL</code>, and nothing more happens until somebody decides.</p>
<h2>Find what is waiting</h2>
<p><code>list_pending_approvals</code> goes through all agents and lists every thread that is waiting, each with a brief: the calls it
asks for, what is unusual about them, and where the agent's words contradict them. With an <code>agentId</code> it lists the threads
of that agent only.</p>
<h2>Read before you decide</h2>
<p><code>get_thread</code> shows the conversation. The request is in the last assistant message: it says what the agent found,
which tool it wants to call and with which arguments. Read the arguments, not only the prose. A sentence like “all
reminders are ready” may hide that one of the customers has an open complaint.</p>
<p>Four questions help:</p>
<ol>
<li>Is this what the first message asked for?</li>
<li>Do the arguments match the explanation: the amount, the number of records, the environment?</li>
<li>What happens if it goes wrong, and who can undo it?</li>
<li>Does the agent mention any doubts? Then settle them first.</li>
</ol>
<h2>Decide</h2>
<p><code>approve_thread</code> takes the <code>threadId</code>, a <code>status</code> and a <code>comment</code>:</p>
<table>
<thead>
<tr>
<th>status</th>
<th>Effect</th>
</tr>
</thead>
<tbody><tr>
<td><code>APPROVED</code></td>
<td>the agent may continue; the thread usually runs for a moment and then completes</td>
</tr>
<tr>
<td><code>REJECTED</code></td>
<td>the agent must not do it</td>
</tr>
<tr>
<td><code>PENDING</code></td>
<td>nothing is decided; the thread keeps waiting</td>
</tr>
</tbody></table>
<p>The comment is optional. Write one when you reject: it is the only thing that tells the agent, and the next reader, why.</p>
<p>The server reads the thread before it sends a decision. It refuses if the thread isn't waiting, or if
the request has changed since it was shown. After the decision it reads the thread again and tells you if the platform
did not apply it. So an approval that is reported as done has really taken effect.</p>
<h2>Decide on several at once</h2>
<p><code>decide_approvals</code> takes 2 to 20 threads, each with a <code>status</code> and the <code>reviewToken</code> from <code>list_pending_approvals</code>, and
asks you one question with a choice and a comment for each. Each decision then follows the same rules as a single one: a
thread that changed is left out and named, and one that fails doesn't stop the others. The result has a line for each.</p>
<h2>Who decides</h2>
<p>An approval is a person's decision. If your assistant can show a question, the server shows you the request itself and
asks, and no argument that a model writes can answer in your place. <code>AGENT_PLATFORM_APPROVALS</code> sets how strict that is:</p>
<ul>
<li><code>auto</code> (default): ask if the host can ask; otherwise rely on the host's own confirmation, and say so.</li>
<li><code>require</code>: refuse to decide if the host can't ask.</li>
<li><code>off</code>: never ask. Meant for tests and for the sandbox.</li>
</ul>
<p>Use <code>require</code> if several people share a configuration, or if nobody watches the assistant.</p>
<h2>Keep a record</h2>
<p><code>AGENT_PLATFORM_AUDIT_LOG</code> names a file that gets a line of JSON before and after every write: the time, the tool, the thread, the
decision, how consent was given, and the outcome. It contains no secrets, and is created so that only you can read it.</p>
<h2>In the sandbox</h2>
<p>The sandbox starts with several waiting threads: a refund after the deadline, a deployment whose canary failed, 37
reminders of which one would be rude, 1,204 records to delete. Approve one, wait a few seconds, and read it again: it
has done its work and says so. An approved thread in the sandbox is <code>RUNNING</code> for about three seconds, then <code>COMPLETED</code>;
a rejected one is <code>FAILED</code> at once, with a message that quotes your comment. Lists and searches mark it as rejected, so
that it isn't taken for a failure of the agent.</p>
`,
  },
  {
    slug: `threads-and-inbox`,
    title: `Threads and the inbox`,
    description: `What a thread is, what its status means, how to start, watch, pause and end one, and how to keep the lists short.`,
    markdown: `# Threads and the inbox

What a thread is, what its status means, how to start, watch, pause and end one, and how to keep the lists short.

A thread is one run of an agent: the messages, the tools it called, its status and what it has cost so far.

## The five statuses

| Status | Meaning | What you can do |
|---|---|---|
| \`RUNNING\` | the agent is working | wait, pause, complete |
| \`AWAITING_APPROVAL\` | the agent is asking a human | approve or reject |
| \`PAUSED\` | somebody stopped it for now | resume, complete |
| \`COMPLETED\` | it ended as planned | read, evaluate |
| \`FAILED\` | it ended with an error, was cancelled, or a human rejected what it asked for | read the last message for the reason |

Some deployments have more values than these. They are shown unchanged.

## The inbox

\`list_pending_approvals\` is the inbox: everything that is waiting for a human, across all agents. Start the day with it, then
check the failures with \`search_threads\`, \`status\` set to \`FAILED\` and \`rejected\` to \`false\`, which leaves out what a
human rejected. The prompt for triaging approvals does the
first part for you.

## List threads

\`list_agent_threads\` needs an \`agentId\` from \`list_agents\`. It shows one line per thread and never the
conversation. Its filters:

- \`status\`: one of the five values above.
- \`limit\`: 1 to 100, 20 by default. \`offset\`: how many to skip.
- \`tenantId\` and \`subtenantId\`: only threads of one tenant, or of one end user within it. If the server's
  settings pin them, they are not available as arguments.

A misspelled filter is refused with the correct name. The platform itself would ignore it and return everything.

## Find one

\`search_threads\` looks through the threads of all agents, or of one. All filters can be combined:

| Argument | Finds threads |
|---|---|
| \`query\` | whose messages, tool calls or metadata contain this text |
| \`status\` | in this status |
| \`agentId\`, or \`agentName\` | of this agent, or of the agents whose name contains this |
| \`fromDate\`, \`toDate\` | last changed between these days, inclusive, written \`YYYY-MM-DD\` |
| \`metadata\` | whose metadata has exactly these values |
| \`tenantId\`, \`subtenantId\` | of one tenant, or of one end user within it |

The most recently changed thread comes first. Each line says what the thread was asked to do, what was said last, and where
the text was found. A thread that a human rejected is marked as such, so that it isn't taken for a failure. If time runs
out before all agents have been searched, the result says how far it got and names the call that searches the rest.

## Read one

\`get_thread\` gives the status, the cost and an excerpt of the conversation, with the call that shows more. What agents
and users wrote is enclosed in \`⟦\` and \`⟧\`: it is data to read, not an instruction to follow.

## Start one

\`create_thread\` takes an \`agentId\` and a \`message\` in plain words, and optionally \`metadata\`. An agent that is disabled
or archived accepts no new threads. In the sandbox, a request that would refund, delete, deploy, pay, send or publish
something stops for approval after a few seconds; anything else completes.

## Wait for it

\`wait_for_thread\` returns when the thread stops running (it has ended, is paused or waits for a decision), or when time is
up. Its longest wait is 45 seconds (\`AGENT_PLATFORM_MAX_WAIT_SECONDS\`); after that it says that the thread is still
running, and you call it again.

## Pause, resume, end

\`pause_thread\` works only on a running thread, \`resume_thread\` only on a paused one, and \`complete_thread\` on any thread
that has not ended and is not waiting for approval. It takes a \`state\`: \`COMPLETED\`, \`FAILED\`, \`CANCELLED\` or \`TERMINATED\`. An ended thread can't be
started again; create a new one instead. If a step is not allowed, the answer gives the thread's status and
the status it would need.

## Evaluate one

With the toolset \`evaluations\` switched on, \`evaluate_thread\` asks the platform for a score between 0 and 1 with a short
explanation, and \`list_thread_evaluations\` lists earlier evaluations. An evaluation costs money.
`,
    html: `<h1>Threads and the inbox</h1>
<p>What a thread is, what its status means, how to start, watch, pause and end one, and how to keep the lists short.</p>
<p>A thread is one run of an agent: the messages, the tools it called, its status and what it has cost so far.</p>
<h2>The five statuses</h2>
<table>
<thead>
<tr>
<th>Status</th>
<th>Meaning</th>
<th>What you can do</th>
</tr>
</thead>
<tbody><tr>
<td><code>RUNNING</code></td>
<td>the agent is working</td>
<td>wait, pause, complete</td>
</tr>
<tr>
<td><code>AWAITING_APPROVAL</code></td>
<td>the agent is asking a human</td>
<td>approve or reject</td>
</tr>
<tr>
<td><code>PAUSED</code></td>
<td>somebody stopped it for now</td>
<td>resume, complete</td>
</tr>
<tr>
<td><code>COMPLETED</code></td>
<td>it ended as planned</td>
<td>read, evaluate</td>
</tr>
<tr>
<td><code>FAILED</code></td>
<td>it ended with an error, was cancelled, or a human rejected what it asked for</td>
<td>read the last message for the reason</td>
</tr>
</tbody></table>
<p>Some deployments have more values than these. They are shown unchanged.</p>
<h2>The inbox</h2>
<p><code>list_pending_approvals</code> is the inbox: everything that is waiting for a human, across all agents. Start the day with it, then
check the failures with <code>search_threads</code>, <code>status</code> set to <code>FAILED</code> and <code>rejected</code> to <code>false</code>, which leaves out what a
human rejected. The prompt for triaging approvals does the
first part for you.</p>
<h2>List threads</h2>
<p><code>list_agent_threads</code> needs an <code>agentId</code> from <code>list_agents</code>. It shows one line per thread and never the
conversation. Its filters:</p>
<ul>
<li><code>status</code>: one of the five values above.</li>
<li><code>limit</code>: 1 to 100, 20 by default. <code>offset</code>: how many to skip.</li>
<li><code>tenantId</code> and <code>subtenantId</code>: only threads of one tenant, or of one end user within it. If the server's
settings pin them, they are not available as arguments.</li>
</ul>
<p>A misspelled filter is refused with the correct name. The platform itself would ignore it and return everything.</p>
<h2>Find one</h2>
<p><code>search_threads</code> looks through the threads of all agents, or of one. All filters can be combined:</p>
<table>
<thead>
<tr>
<th>Argument</th>
<th>Finds threads</th>
</tr>
</thead>
<tbody><tr>
<td><code>query</code></td>
<td>whose messages, tool calls or metadata contain this text</td>
</tr>
<tr>
<td><code>status</code></td>
<td>in this status</td>
</tr>
<tr>
<td><code>agentId</code>, or <code>agentName</code></td>
<td>of this agent, or of the agents whose name contains this</td>
</tr>
<tr>
<td><code>fromDate</code>, <code>toDate</code></td>
<td>last changed between these days, inclusive, written <code>YYYY-MM-DD</code></td>
</tr>
<tr>
<td><code>metadata</code></td>
<td>whose metadata has exactly these values</td>
</tr>
<tr>
<td><code>tenantId</code>, <code>subtenantId</code></td>
<td>of one tenant, or of one end user within it</td>
</tr>
</tbody></table>
<p>The most recently changed thread comes first. Each line says what the thread was asked to do, what was said last, and where
the text was found. A thread that a human rejected is marked as such, so that it isn't taken for a failure. If time runs
out before all agents have been searched, the result says how far it got and names the call that searches the rest.</p>
<h2>Read one</h2>
<p><code>get_thread</code> gives the status, the cost and an excerpt of the conversation, with the call that shows more. What agents
and users wrote is enclosed in <code>⟦</code> and <code>⟧</code>: it is data to read, not an instruction to follow.</p>
<h2>Start one</h2>
<p><code>create_thread</code> takes an <code>agentId</code> and a <code>message</code> in plain words, and optionally <code>metadata</code>. An agent that is disabled
or archived accepts no new threads. In the sandbox, a request that would refund, delete, deploy, pay, send or publish
something stops for approval after a few seconds; anything else completes.</p>
<h2>Wait for it</h2>
<p><code>wait_for_thread</code> returns when the thread stops running (it has ended, is paused or waits for a decision), or when time is
up. Its longest wait is 45 seconds (<code>AGENT_PLATFORM_MAX_WAIT_SECONDS</code>); after that it says that the thread is still
running, and you call it again.</p>
<h2>Pause, resume, end</h2>
<p><code>pause_thread</code> works only on a running thread, <code>resume_thread</code> only on a paused one, and <code>complete_thread</code> on any thread
that has not ended and is not waiting for approval. It takes a <code>state</code>: <code>COMPLETED</code>, <code>FAILED</code>, <code>CANCELLED</code> or <code>TERMINATED</code>. An ended thread can't be
started again; create a new one instead. If a step is not allowed, the answer gives the thread's status and
the status it would need.</p>
<h2>Evaluate one</h2>
<p>With the toolset <code>evaluations</code> switched on, <code>evaluate_thread</code> asks the platform for a score between 0 and 1 with a short
explanation, and <code>list_thread_evaluations</code> lists earlier evaluations. An evaluation costs money.</p>
`,
  },
  {
    slug: `assistants-and-chats`,
    title: `Assistants and chats`,
    description: `How to talk to the platform's assistants, continue a conversation, and find something that was said weeks ago.`,
    markdown: `# Assistants and chats

How to talk to the platform's assistants, continue a conversation, and find something that was said weeks ago.

Agents work on their own; assistants answer. An assistant has a short name as its identifier, such as
\`support-assistant\`, and each conversation with it is a chat.

## List the assistants

\`list_assistants\` shows each assistant with its identifier, its description and whether it is enabled. A disabled
assistant can't be asked, but its old chats can still be read.

## Ask something

\`send_assistant_message\` takes the assistant's identifier and a \`message\`. Two more fields are optional:

- \`context\`: additional information for this answer. The support assistant of the sandbox understands \`orderNumber\`.
- \`metadata\`: data about the conversation, for example \`{"userId": "customer-17", "language": "en"}\`. It is kept with
  the chat, and chats can be found by it.

An answer may take a while, because a model writes it. The limit is five minutes and can be changed with
\`AGENT_PLATFORM_REPLY_TIMEOUT_MS\`. If the connection breaks in the meantime, the result says that the outcome is
unknown, and the message is not sent again automatically: the assistant may have received it. Check the chat
list first.

## Continue a conversation

Every answer has a \`chatUuid\`. Pass it with the next message, and the assistant remembers what was said. Leave
it out, or send an empty one, and a new conversation begins. The platform spells the same identifier \`chatUid\` in chat
lists; this server accepts what it showed you.

A conversation continues with the assistant it began with. Another assistant answers that the chat was not found.

## Find a conversation

\`search_chats\` searches the chats of all assistants. All filters can be combined:

| Argument | Finds chats |
|---|---|
| \`assistantIdentifier\` | with this assistant |
| \`fromDate\`, \`toDate\` | created between these days, inclusive, written \`YYYY-MM-DD\` |
| \`metadata\` | whose metadata has exactly these values |
| \`query\` | whose messages contain this text |

A matching question is shown with its answer. If a metadata filter finds nothing, the result lists the existing keys and
values. The results come newest first; \`limit\` and \`offset\` page through them. An impossible date, or a \`toDate\` before the
\`fromDate\`, is refused before anything is sent. Narrow the search with dates where you can: the platform returns
everything that fits in one answer, and on a busy platform that is a lot.

## Read a conversation

\`list_assistant_chats\` lists the chats of one assistant, and \`get_chat\` shows one of them. A chat is only found under
the assistant it belongs to.

## In the sandbox

Three assistants answer there, by simple rules and always the same way:

- \`support-assistant\` finds orders by number. Try 10482, 10497 or 10503.
- \`docs-assistant\` answers from this guide and names the page to read.
- \`operations-assistant\` reports what is running, what is waiting, what failed and what it cost.

A fourth, \`onboarding-assistant\`, is disabled, to show what that looks like.
`,
    html: `<h1>Assistants and chats</h1>
<p>How to talk to the platform's assistants, continue a conversation, and find something that was said weeks ago.</p>
<p>Agents work on their own; assistants answer. An assistant has a short name as its identifier, such as
<code>support-assistant</code>, and each conversation with it is a chat.</p>
<h2>List the assistants</h2>
<p><code>list_assistants</code> shows each assistant with its identifier, its description and whether it is enabled. A disabled
assistant can't be asked, but its old chats can still be read.</p>
<h2>Ask something</h2>
<p><code>send_assistant_message</code> takes the assistant's identifier and a <code>message</code>. Two more fields are optional:</p>
<ul>
<li><code>context</code>: additional information for this answer. The support assistant of the sandbox understands <code>orderNumber</code>.</li>
<li><code>metadata</code>: data about the conversation, for example <code>{"userId": "customer-17", "language": "en"}</code>. It is kept with
the chat, and chats can be found by it.</li>
</ul>
<p>An answer may take a while, because a model writes it. The limit is five minutes and can be changed with
<code>AGENT_PLATFORM_REPLY_TIMEOUT_MS</code>. If the connection breaks in the meantime, the result says that the outcome is
unknown, and the message is not sent again automatically: the assistant may have received it. Check the chat
list first.</p>
<h2>Continue a conversation</h2>
<p>Every answer has a <code>chatUuid</code>. Pass it with the next message, and the assistant remembers what was said. Leave
it out, or send an empty one, and a new conversation begins. The platform spells the same identifier <code>chatUid</code> in chat
lists; this server accepts what it showed you.</p>
<p>A conversation continues with the assistant it began with. Another assistant answers that the chat was not found.</p>
<h2>Find a conversation</h2>
<p><code>search_chats</code> searches the chats of all assistants. All filters can be combined:</p>
<table>
<thead>
<tr>
<th>Argument</th>
<th>Finds chats</th>
</tr>
</thead>
<tbody><tr>
<td><code>assistantIdentifier</code></td>
<td>with this assistant</td>
</tr>
<tr>
<td><code>fromDate</code>, <code>toDate</code></td>
<td>created between these days, inclusive, written <code>YYYY-MM-DD</code></td>
</tr>
<tr>
<td><code>metadata</code></td>
<td>whose metadata has exactly these values</td>
</tr>
<tr>
<td><code>query</code></td>
<td>whose messages contain this text</td>
</tr>
</tbody></table>
<p>A matching question is shown with its answer. If a metadata filter finds nothing, the result lists the existing keys and
values. The results come newest first; <code>limit</code> and <code>offset</code> page through them. An impossible date, or a <code>toDate</code> before the
<code>fromDate</code>, is refused before anything is sent. Narrow the search with dates where you can: the platform returns
everything that fits in one answer, and on a busy platform that is a lot.</p>
<h2>Read a conversation</h2>
<p><code>list_assistant_chats</code> lists the chats of one assistant, and <code>get_chat</code> shows one of them. A chat is only found under
the assistant it belongs to.</p>
<h2>In the sandbox</h2>
<p>Three assistants answer there, by simple rules and always the same way:</p>
<ul>
<li><code>support-assistant</code> finds orders by number. Try 10482, 10497 or 10503.</li>
<li><code>docs-assistant</code> answers from this guide and names the page to read.</li>
<li><code>operations-assistant</code> reports what is running, what is waiting, what failed and what it cost.</li>
</ul>
<p>A fourth, <code>onboarding-assistant</code>, is disabled, to show what that looks like.</p>
`,
  },
  {
    slug: `costs`,
    title: `Costs`,
    description: `What an agent has cost by day, by month and in total, what the figures mean, and how to notice when they rise.`,
    markdown: `# Costs

What an agent has cost by day, by month and in total, what the figures mean, and how to notice when they rise.

Every thread costs something: the tokens that a model reads and writes, the tools it calls, its evaluations. The
platform adds these up for each agent.

## One tool, three views

\`get_agent_costs\` takes an \`agentId\`, or an \`agentName\` (part of its name), and a \`period\`:

| period | Shows | Good for |
|---|---|---|
| \`daily\` | one row for each day | finding the day on which something changed |
| \`monthly\` | one row for each month | comparing months, writing the report |
| \`summary\` | the total, with a breakdown if the platform sends one | a first overview |

\`days\` and \`months\` count back from today. For a range of your own, give \`startDate\` and \`endDate\`, or \`startMonth\` and
\`endMonth\` (\`YYYY-MM\`), instead; the period follows from them. The result says which range it covers and for which days
or months the platform sent nothing, which is not the same as a cost of zero.

Without an \`agentId\`, the totals of all agents are compared, the most expensive first; \`limit\` says how many to show. Each
amount has its own name: \`totalCost\` is what one agent has cost so far, \`totalOfAgents\` is the sum for all agents,
and \`windowCost\` is the sum of the days or months asked for.

A row has the day or month and the cost with its currency. Many platforms also send the tokens read and written and the
number of threads; if they don't, those figures are left out rather than shown as zero.

The same figures can be read as resources, without a tool call:

- \`agent-platform://agents/{agentId}/costs/summary\`
- \`agent-platform://agents/{agentId}/costs/daily\`
- \`agent-platform://agents/{agentId}/costs/monthly\`

## How to read them

A thread counts towards the day on which it was created, in UTC, even if it ended later. So a day's row can still grow
while a thread of that day runs or waits, and the costs of an approval given on Monday may appear under Friday.

The cost of a single thread is in \`get_thread\`. In the sandbox, the rows of an agent add up to the costs of its threads
exactly; on a real platform, rounding and late bookings may leave a small difference.

## When costs rise

1. Look at \`daily\` and find the first day that stands out.
2. Compare the number of threads. Twice as many threads at the same cost each means more work, not a fault.
3. If the cost of each thread rose, list the threads of that day with \`list_agent_threads\` and read the most expensive
   one. Long conversations are the usual cause, since the model reads everything again at each step.
4. Look for threads that failed and were started again: each attempt is paid for.
5. Pause what is still running with \`pause_thread\` until you know more.

The prompt for reviewing costs walks through these steps.

## Keeping costs low

- End threads that nobody needs any more with \`complete_thread\`. A paused thread costs nothing, but is easily
  forgotten.
- Reuse a chat only for the same subject. A new subject in an old chat pays for all the old messages again.
- Test tools with \`test_tool\` before an agent uses them. A tool that fails makes the agent try again, and each try is a
  model call.
- Evaluate samples instead of every thread: an evaluation is a model call too.

## Several agents

Costs are requested agent by agent, since the platform has no overall total; \`get_agent_costs\` without an
\`agentId\` does that for you. In the sandbox, the
\`operations-assistant\` adds them up when you ask what was spent this month.
`,
    html: `<h1>Costs</h1>
<p>What an agent has cost by day, by month and in total, what the figures mean, and how to notice when they rise.</p>
<p>Every thread costs something: the tokens that a model reads and writes, the tools it calls, its evaluations. The
platform adds these up for each agent.</p>
<h2>One tool, three views</h2>
<p><code>get_agent_costs</code> takes an <code>agentId</code>, or an <code>agentName</code> (part of its name), and a <code>period</code>:</p>
<table>
<thead>
<tr>
<th>period</th>
<th>Shows</th>
<th>Good for</th>
</tr>
</thead>
<tbody><tr>
<td><code>daily</code></td>
<td>one row for each day</td>
<td>finding the day on which something changed</td>
</tr>
<tr>
<td><code>monthly</code></td>
<td>one row for each month</td>
<td>comparing months, writing the report</td>
</tr>
<tr>
<td><code>summary</code></td>
<td>the total, with a breakdown if the platform sends one</td>
<td>a first overview</td>
</tr>
</tbody></table>
<p><code>days</code> and <code>months</code> count back from today. For a range of your own, give <code>startDate</code> and <code>endDate</code>, or <code>startMonth</code> and
<code>endMonth</code> (<code>YYYY-MM</code>), instead; the period follows from them. The result says which range it covers and for which days
or months the platform sent nothing, which is not the same as a cost of zero.</p>
<p>Without an <code>agentId</code>, the totals of all agents are compared, the most expensive first; <code>limit</code> says how many to show. Each
amount has its own name: <code>totalCost</code> is what one agent has cost so far, <code>totalOfAgents</code> is the sum for all agents,
and <code>windowCost</code> is the sum of the days or months asked for.</p>
<p>A row has the day or month and the cost with its currency. Many platforms also send the tokens read and written and the
number of threads; if they don't, those figures are left out rather than shown as zero.</p>
<p>The same figures can be read as resources, without a tool call:</p>
<ul>
<li><code>agent-platform://agents/{agentId}/costs/summary</code></li>
<li><code>agent-platform://agents/{agentId}/costs/daily</code></li>
<li><code>agent-platform://agents/{agentId}/costs/monthly</code></li>
</ul>
<h2>How to read them</h2>
<p>A thread counts towards the day on which it was created, in UTC, even if it ended later. So a day's row can still grow
while a thread of that day runs or waits, and the costs of an approval given on Monday may appear under Friday.</p>
<p>The cost of a single thread is in <code>get_thread</code>. In the sandbox, the rows of an agent add up to the costs of its threads
exactly; on a real platform, rounding and late bookings may leave a small difference.</p>
<h2>When costs rise</h2>
<ol>
<li>Look at <code>daily</code> and find the first day that stands out.</li>
<li>Compare the number of threads. Twice as many threads at the same cost each means more work, not a fault.</li>
<li>If the cost of each thread rose, list the threads of that day with <code>list_agent_threads</code> and read the most expensive
one. Long conversations are the usual cause, since the model reads everything again at each step.</li>
<li>Look for threads that failed and were started again: each attempt is paid for.</li>
<li>Pause what is still running with <code>pause_thread</code> until you know more.</li>
</ol>
<p>The prompt for reviewing costs walks through these steps.</p>
<h2>Keeping costs low</h2>
<ul>
<li>End threads that nobody needs any more with <code>complete_thread</code>. A paused thread costs nothing, but is easily
forgotten.</li>
<li>Reuse a chat only for the same subject. A new subject in an old chat pays for all the old messages again.</li>
<li>Test tools with <code>test_tool</code> before an agent uses them. A tool that fails makes the agent try again, and each try is a
model call.</li>
<li>Evaluate samples instead of every thread: an evaluation is a model call too.</li>
</ul>
<h2>Several agents</h2>
<p>Costs are requested agent by agent, since the platform has no overall total; <code>get_agent_costs</code> without an
<code>agentId</code> does that for you. In the sandbox, the
<code>operations-assistant</code> adds them up when you ask what was spent this month.</p>
`,
  },
  {
    slug: `tool-servers`,
    title: `Tool servers`,
    description: `What tool servers and tools are, how to test a tool and understand its failure, and how to change one safely.`,
    markdown: `# Tool servers

What tool servers and tools are, how to test a tool and understand its failure, and how to change one safely.

An agent acts through tools. A tool is an HTTP endpoint with a name, a description and a list of arguments; a tool
server is a group of tools that share an address and an authentication method.

## See what there is

\`list_tool_servers\` lists the servers, \`list_tools\` the tools of one server with their arguments. With the toolset
\`tools-admin\` switched on, \`get_tool_server\` shows a single server in full. Secrets are never shown: a stored password
or token appears as \`••••••••\`.

## Test a tool

\`test_tool\` calls the endpoint once, with the arguments you give, and reports:

- whether it succeeded, and what came back;
- the URL and the method that were actually used;
- how long it took, in milliseconds.

A tool can be named by its id or by its function name. Keep in mind that this is a real call. Testing a tool that reads
is harmless; testing one that sends an e-mail sends an e-mail.

## When a test fails

The failure is in the result, not in the connection between you and the platform. The URL usually shows what is wrong:

| You see | Likely cause |
|---|---|
| \`{name}\` left in the URL | the argument is not one of the tool's path parameters |
| HTTP 401 or 403 | the authentication of the tool server is wrong or has expired |
| HTTP 404 | the record does not exist, or the endpoint has moved |
| HTTP 400 or 422 | an argument is missing, or has the wrong type |
| HTTP 500 and above | the endpoint itself has a problem; try again later |
| no answer in time | the endpoint is slow, or can't be reached from the platform |

## Change tools

The tools for changes belong to \`tools-admin\`, which is off by default:

- \`create_tool_server\` creates a server, optionally with its tools. Authentication is one of jwt, oauth2, basic and
  customHeader. Without authentication, the platform sends the Authorization header of whoever calls its
  tools to the server's address, so you are asked first.
- \`update_tool_server\` changes a server's name, description, address, authentication or state. \`delete_tool_server\`
  deletes it with all its tools; the question names them.
- \`create_tool\` adds a tool to a server, \`update_tool\` changes one, \`delete_tool\` removes it.
- \`clone_tool_server\` copies a server with all its tools. The name of the copy ends in “ (Copy)”.

Sending the mask back keeps the stored secret. So you can change the address in a definition that you have just read
without knowing its secrets.

A careful way to change something that agents depend on: clone the server, change the copy, test the copy, and only then
change the original.

## Describe tools well

An agent chooses tools by their descriptions. Say in one sentence what the tool does, name the format of each argument,
and give an example: “order number, five digits, such as 10482”. Mark required arguments as required. If an agent keeps
calling a tool the wrong way, the description is the first thing to improve.

## In the sandbox

The sandbox has its own endpoints, so a test there makes a real call:

- \`lookup_order\` with \`{"orderNumber": "10482"}\` finds an order.
- \`check_stock\` with \`{"sku": "TT-2P"}\` counts tents in two warehouses.
- \`convert_currency\` with \`{"amount": 100, "from": "EUR", "to": "USD"}\` converts money.
- \`check_credit_score\` fails with HTTP 503, so that you can see a failure.

Your own tools can be tested there too, as long as they point to your own machine.
`,
    html: `<h1>Tool servers</h1>
<p>What tool servers and tools are, how to test a tool and understand its failure, and how to change one safely.</p>
<p>An agent acts through tools. A tool is an HTTP endpoint with a name, a description and a list of arguments; a tool
server is a group of tools that share an address and an authentication method.</p>
<h2>See what there is</h2>
<p><code>list_tool_servers</code> lists the servers, <code>list_tools</code> the tools of one server with their arguments. With the toolset
<code>tools-admin</code> switched on, <code>get_tool_server</code> shows a single server in full. Secrets are never shown: a stored password
or token appears as <code>••••••••</code>.</p>
<h2>Test a tool</h2>
<p><code>test_tool</code> calls the endpoint once, with the arguments you give, and reports:</p>
<ul>
<li>whether it succeeded, and what came back;</li>
<li>the URL and the method that were actually used;</li>
<li>how long it took, in milliseconds.</li>
</ul>
<p>A tool can be named by its id or by its function name. Keep in mind that this is a real call. Testing a tool that reads
is harmless; testing one that sends an e-mail sends an e-mail.</p>
<h2>When a test fails</h2>
<p>The failure is in the result, not in the connection between you and the platform. The URL usually shows what is wrong:</p>
<table>
<thead>
<tr>
<th>You see</th>
<th>Likely cause</th>
</tr>
</thead>
<tbody><tr>
<td><code>{name}</code> left in the URL</td>
<td>the argument is not one of the tool's path parameters</td>
</tr>
<tr>
<td>HTTP 401 or 403</td>
<td>the authentication of the tool server is wrong or has expired</td>
</tr>
<tr>
<td>HTTP 404</td>
<td>the record does not exist, or the endpoint has moved</td>
</tr>
<tr>
<td>HTTP 400 or 422</td>
<td>an argument is missing, or has the wrong type</td>
</tr>
<tr>
<td>HTTP 500 and above</td>
<td>the endpoint itself has a problem; try again later</td>
</tr>
<tr>
<td>no answer in time</td>
<td>the endpoint is slow, or can't be reached from the platform</td>
</tr>
</tbody></table>
<h2>Change tools</h2>
<p>The tools for changes belong to <code>tools-admin</code>, which is off by default:</p>
<ul>
<li><code>create_tool_server</code> creates a server, optionally with its tools. Authentication is one of jwt, oauth2, basic and
customHeader. Without authentication, the platform sends the Authorization header of whoever calls its
tools to the server's address, so you are asked first.</li>
<li><code>update_tool_server</code> changes a server's name, description, address, authentication or state. <code>delete_tool_server</code>
deletes it with all its tools; the question names them.</li>
<li><code>create_tool</code> adds a tool to a server, <code>update_tool</code> changes one, <code>delete_tool</code> removes it.</li>
<li><code>clone_tool_server</code> copies a server with all its tools. The name of the copy ends in “ (Copy)”.</li>
</ul>
<p>Sending the mask back keeps the stored secret. So you can change the address in a definition that you have just read
without knowing its secrets.</p>
<p>A careful way to change something that agents depend on: clone the server, change the copy, test the copy, and only then
change the original.</p>
<h2>Describe tools well</h2>
<p>An agent chooses tools by their descriptions. Say in one sentence what the tool does, name the format of each argument,
and give an example: “order number, five digits, such as 10482”. Mark required arguments as required. If an agent keeps
calling a tool the wrong way, the description is the first thing to improve.</p>
<h2>In the sandbox</h2>
<p>The sandbox has its own endpoints, so a test there makes a real call:</p>
<ul>
<li><code>lookup_order</code> with <code>{"orderNumber": "10482"}</code> finds an order.</li>
<li><code>check_stock</code> with <code>{"sku": "TT-2P"}</code> counts tents in two warehouses.</li>
<li><code>convert_currency</code> with <code>{"amount": 100, "from": "EUR", "to": "USD"}</code> converts money.</li>
<li><code>check_credit_score</code> fails with HTTP 503, so that you can see a failure.</li>
</ul>
<p>Your own tools can be tested there too, as long as they point to your own machine.</p>
`,
  },
  {
    slug: `projects`,
    title: `Projects`,
    description: `What a project groups, how to see what happens in one and what it costs, and how to create, change and archive projects.`,
    markdown: `# Projects

What a project groups, how to see what happens in one and what it costs, and how to create, change and archive projects.

A project groups agents, assistants, tool servers, documents and their costs. The tools for projects belong to the toolset
\`projects\`, which is off by default: start with \`--toolsets default,projects\`. Not every platform has projects; without them,
the error says so and names the setting.

## See what is in a project

- \`list_projects\` lists the projects, one line each. Archived ones are listed with \`archived\`.
- \`get_project\` shows a project's statistics, its newest threads and its newest conversations.
- \`get_project_costs\` shows what a project costs by \`daily\` or \`monthly\` periods, from \`startDate\` to \`endDate\` or from
  \`startMonth\` to \`endMonth\` if given. There is no all-time total.

With projects on, four more tools take a \`projectId\`: \`list_agents\`, \`list_assistants\`, \`list_tool_servers\` and
\`list_pending_approvals\`. If a platform ignores the filter and sends everything, what belongs to other projects is left
out, and the result says so. It also says so if the platform doesn't tell which project a record belongs to.

## Create, change, archive

- \`create_project\` needs a name and an identifier: lower-case words joined by hyphens, such as \`web-shop\`. The identifier
  never changes.
- \`update_project\` changes name, description, visibility, picture, or restores a project from the archive. You are
  asked first, with the difference.
- \`archive_project\` archives a project. Nothing is deleted. Afterwards the project is read, and the result says whether it
  is now archived.

## In the sandbox

There are three projects: Web Shop, Customer Care, and the archived Winter Sale. Some agents belong to none.
`,
    html: `<h1>Projects</h1>
<p>What a project groups, how to see what happens in one and what it costs, and how to create, change and archive projects.</p>
<p>A project groups agents, assistants, tool servers, documents and their costs. The tools for projects belong to the toolset
<code>projects</code>, which is off by default: start with <code>--toolsets default,projects</code>. Not every platform has projects; without them,
the error says so and names the setting.</p>
<h2>See what is in a project</h2>
<ul>
<li><code>list_projects</code> lists the projects, one line each. Archived ones are listed with <code>archived</code>.</li>
<li><code>get_project</code> shows a project's statistics, its newest threads and its newest conversations.</li>
<li><code>get_project_costs</code> shows what a project costs by <code>daily</code> or <code>monthly</code> periods, from <code>startDate</code> to <code>endDate</code> or from
<code>startMonth</code> to <code>endMonth</code> if given. There is no all-time total.</li>
</ul>
<p>With projects on, four more tools take a <code>projectId</code>: <code>list_agents</code>, <code>list_assistants</code>, <code>list_tool_servers</code> and
<code>list_pending_approvals</code>. If a platform ignores the filter and sends everything, what belongs to other projects is left
out, and the result says so. It also says so if the platform doesn't tell which project a record belongs to.</p>
<h2>Create, change, archive</h2>
<ul>
<li><code>create_project</code> needs a name and an identifier: lower-case words joined by hyphens, such as <code>web-shop</code>. The identifier
never changes.</li>
<li><code>update_project</code> changes name, description, visibility, picture, or restores a project from the archive. You are
asked first, with the difference.</li>
<li><code>archive_project</code> archives a project. Nothing is deleted. Afterwards the project is read, and the result says whether it
is now archived.</li>
</ul>
<h2>In the sandbox</h2>
<p>There are three projects: Web Shop, Customer Care, and the archived Winter Sale. Some agents belong to none.</p>
`,
  },
  {
    slug: `documents`,
    title: `Documents`,
    description: `How to find, read, write and revert documents in the knowledge base, and who gets to see them.`,
    markdown: `# Documents

How to find, read, write and revert documents in the knowledge base, and who gets to see them.

The knowledge base holds documents that agents and assistants can look things up in. The tools belong to the toolset
\`documents\`, which is off by default: start with \`--toolsets default,documents\`. Not every platform has documents; without
them, the error says so and names the setting.

## Find and read

- \`search_documents\` finds documents by words in name and content, and filters by project, folder, index state and
  file type. It never shows contents.
- \`read_document\` shows a document in parts; the first part also lists its versions and what uses it. With \`version\` it
  shows an earlier version. Documents can also be read as resources: \`agent-platform://documents/{documentId}\`.

Each document has an index that search needs. It is pending at first, then ready or failed. A document whose index failed can
be read, but search doesn't find it; only an edit rebuilds the index.

## Write

- \`write_document\` creates a document, or changes one if you give its \`documentId\`. Only Markdown can be written. A change
  asks you first, with the difference, and the result says which version it made, or that the content is the same. \`none\`
  takes a document out of its project, folder or parent.
- \`revert_document\` restores an earlier version. You are asked first, with the difference.
- \`delete_document\` permanently deletes a document with its subdocuments. The question names them.

## Attach

\`attach_document\` attaches a document, or a whole folder, to an agent or an assistant; \`detach_document\` detaches it.
Afterwards the list of what uses the document is read, and the result says whether it is attached.

An agent or assistant sees what is attached only if it has a knowledge tool group. If it has none, the result says so.

## Folders

\`list_document_folders\` lists folders, \`write_document_folder\` creates or changes one, and \`delete_document_folder\`
deletes one. Its documents stay, outside any folder, unless you set \`deleteDocuments\`.

## Files

\`upload_file\` uploads a file, so that you can send it with a message; it belongs to the toolset \`files\`, which is off by default.
The address of an uploaded file is public: anyone who has it can read the file, and it can't be deleted. So you are asked
first, with name, size and type. The file must be in one of the folders in \`AGENT_PLATFORM_UPLOAD_DIRS\`, and at most
25 MB. Then pass it to \`send_assistant_message\` as \`files\`.

## In the sandbox

There are four documents about returns, shipping and sizes, one of them with a failed index: its code block is never closed.
`,
    html: `<h1>Documents</h1>
<p>How to find, read, write and revert documents in the knowledge base, and who gets to see them.</p>
<p>The knowledge base holds documents that agents and assistants can look things up in. The tools belong to the toolset
<code>documents</code>, which is off by default: start with <code>--toolsets default,documents</code>. Not every platform has documents; without
them, the error says so and names the setting.</p>
<h2>Find and read</h2>
<ul>
<li><code>search_documents</code> finds documents by words in name and content, and filters by project, folder, index state and
file type. It never shows contents.</li>
<li><code>read_document</code> shows a document in parts; the first part also lists its versions and what uses it. With <code>version</code> it
shows an earlier version. Documents can also be read as resources: <code>agent-platform://documents/{documentId}</code>.</li>
</ul>
<p>Each document has an index that search needs. It is pending at first, then ready or failed. A document whose index failed can
be read, but search doesn't find it; only an edit rebuilds the index.</p>
<h2>Write</h2>
<ul>
<li><code>write_document</code> creates a document, or changes one if you give its <code>documentId</code>. Only Markdown can be written. A change
asks you first, with the difference, and the result says which version it made, or that the content is the same. <code>none</code>
takes a document out of its project, folder or parent.</li>
<li><code>revert_document</code> restores an earlier version. You are asked first, with the difference.</li>
<li><code>delete_document</code> permanently deletes a document with its subdocuments. The question names them.</li>
</ul>
<h2>Attach</h2>
<p><code>attach_document</code> attaches a document, or a whole folder, to an agent or an assistant; <code>detach_document</code> detaches it.
Afterwards the list of what uses the document is read, and the result says whether it is attached.</p>
<p>An agent or assistant sees what is attached only if it has a knowledge tool group. If it has none, the result says so.</p>
<h2>Folders</h2>
<p><code>list_document_folders</code> lists folders, <code>write_document_folder</code> creates or changes one, and <code>delete_document_folder</code>
deletes one. Its documents stay, outside any folder, unless you set <code>deleteDocuments</code>.</p>
<h2>Files</h2>
<p><code>upload_file</code> uploads a file, so that you can send it with a message; it belongs to the toolset <code>files</code>, which is off by default.
The address of an uploaded file is public: anyone who has it can read the file, and it can't be deleted. So you are asked
first, with name, size and type. The file must be in one of the folders in <code>AGENT_PLATFORM_UPLOAD_DIRS</code>, and at most
25 MB. Then pass it to <code>send_assistant_message</code> as <code>files</code>.</p>
<h2>In the sandbox</h2>
<p>There are four documents about returns, shipping and sizes, one of them with a failed index: its code block is never closed.</p>
`,
  },
  {
    slug: `troubleshooting`,
    title: `Troubleshooting`,
    description: `What to do when calls fail, nothing seems to happen, or the assistant doesn't find the tools.`,
    markdown: `# Troubleshooting

What to do when calls fail, nothing seems to happen, or the assistant doesn't find the tools.

Start with \`check_health\`: it says whether the platform answers. In a terminal, \`agent-platform-mcp doctor\` checks the
settings, the connection and the token, and says what to change. \`agent-platform-mcp config\` helps you add the server
to a host.

## Errors by status

| Status | Meaning | What to do |
|---|---|---|
| 400 | the request is not valid | read the message: it names the field and what is allowed |
| 401 | the token is missing, wrong or expired | get a new token and set it; a token file is read again automatically |
| 403 | the token may not do this | ask the account's owner for permission |
| 404 | there is no such record | check the identifier; list the records first |
| 409 | it conflicts with what exists | read the record again, then decide |
| 429 | too many requests: the rate limit was reached | wait as long as the message says |
| 500 to 504 | the platform has a problem | reads are retried automatically; if it persists, report it |

Reads are retried up to three times (\`AGENT_PLATFORM_MAX_RETRIES\`). Writes are repeated only when it is certain that
the platform did not carry them out, so nothing is approved or created twice.

## “Whether it took effect is unknown”

The connection broke after a write was sent. The platform may or may not have done it. The message names the call that
finds out, usually \`get_thread\`. Check first, and send again only if it was not done.

## Nothing happens

- The thread is \`AWAITING_APPROVAL\`: somebody has to decide. See the page \`approvals\`.
- It is \`PAUSED\`: resume it with \`resume_thread\`.
- It has been \`RUNNING\` for a long time: read its last message. A tool may be slow; test it with \`test_tool\`.
- The agent is disabled or archived: \`list_agents\` says so. It accepts no new threads.
- The decision had no effect: the result of \`approve_thread\` says so if the platform did not apply it.

## The assistant doesn't see a tool

- Is its toolset on? Those for administration, messages to threads, projects, documents, files and evaluations are off
  by default.
- Is it a tool that writes, and is \`AGENT_PLATFORM_READ_ONLY\` set?
- Is it named in \`AGENT_PLATFORM_EXCLUDE_TOOLS\`? An exclusion overrides everything else.
- Was the host restarted after the settings changed?

## Connection problems

- Only https is accepted, and http on loopback. A base URL that begins with \`http://\` elsewhere is refused.
- The base URL may include a path, such as \`https://host.example/api\`. It must not end in \`/v1\`.
- A page of HTML instead of an answer comes from a proxy, a login page or a wrong address.
- Ordinary calls end after 30 seconds (\`AGENT_PLATFORM_TIMEOUT_MS\`), calls that wait for a model after five minutes
  (\`AGENT_PLATFORM_REPLY_TIMEOUT_MS\`).

## Documentation or health not found

The platform's API leaves two paths open, and the defaults may not fit yours. Set \`AGENT_PLATFORM_DOCS_PATH\` and
\`AGENT_PLATFORM_HEALTH_PATH\` to the paths of your deployment.

## Results are cut short

Lists and conversations are kept small, so that they don't fill the assistant's memory. The result says what was left
out and names the exact call for the rest. Nothing is cut in the middle of a record.

## Is it the platform or this server?

Start the server with \`--sandbox\` and try the same thing. If it works there, the platform or its settings are the cause.
The log goes to stderr; \`AGENT_PLATFORM_LOG_LEVEL\` makes it more detailed. Secrets don't appear in it.
`,
    html: `<h1>Troubleshooting</h1>
<p>What to do when calls fail, nothing seems to happen, or the assistant doesn't find the tools.</p>
<p>Start with <code>check_health</code>: it says whether the platform answers. In a terminal, <code>agent-platform-mcp doctor</code> checks the
settings, the connection and the token, and says what to change. <code>agent-platform-mcp config</code> helps you add the server
to a host.</p>
<h2>Errors by status</h2>
<table>
<thead>
<tr>
<th>Status</th>
<th>Meaning</th>
<th>What to do</th>
</tr>
</thead>
<tbody><tr>
<td>400</td>
<td>the request is not valid</td>
<td>read the message: it names the field and what is allowed</td>
</tr>
<tr>
<td>401</td>
<td>the token is missing, wrong or expired</td>
<td>get a new token and set it; a token file is read again automatically</td>
</tr>
<tr>
<td>403</td>
<td>the token may not do this</td>
<td>ask the account's owner for permission</td>
</tr>
<tr>
<td>404</td>
<td>there is no such record</td>
<td>check the identifier; list the records first</td>
</tr>
<tr>
<td>409</td>
<td>it conflicts with what exists</td>
<td>read the record again, then decide</td>
</tr>
<tr>
<td>429</td>
<td>too many requests: the rate limit was reached</td>
<td>wait as long as the message says</td>
</tr>
<tr>
<td>500 to 504</td>
<td>the platform has a problem</td>
<td>reads are retried automatically; if it persists, report it</td>
</tr>
</tbody></table>
<p>Reads are retried up to three times (<code>AGENT_PLATFORM_MAX_RETRIES</code>). Writes are repeated only when it is certain that
the platform did not carry them out, so nothing is approved or created twice.</p>
<h2>“Whether it took effect is unknown”</h2>
<p>The connection broke after a write was sent. The platform may or may not have done it. The message names the call that
finds out, usually <code>get_thread</code>. Check first, and send again only if it was not done.</p>
<h2>Nothing happens</h2>
<ul>
<li>The thread is <code>AWAITING_APPROVAL</code>: somebody has to decide. See the page <code>approvals</code>.</li>
<li>It is <code>PAUSED</code>: resume it with <code>resume_thread</code>.</li>
<li>It has been <code>RUNNING</code> for a long time: read its last message. A tool may be slow; test it with <code>test_tool</code>.</li>
<li>The agent is disabled or archived: <code>list_agents</code> says so. It accepts no new threads.</li>
<li>The decision had no effect: the result of <code>approve_thread</code> says so if the platform did not apply it.</li>
</ul>
<h2>The assistant doesn't see a tool</h2>
<ul>
<li>Is its toolset on? Those for administration, messages to threads, projects, documents, files and evaluations are off
by default.</li>
<li>Is it a tool that writes, and is <code>AGENT_PLATFORM_READ_ONLY</code> set?</li>
<li>Is it named in <code>AGENT_PLATFORM_EXCLUDE_TOOLS</code>? An exclusion overrides everything else.</li>
<li>Was the host restarted after the settings changed?</li>
</ul>
<h2>Connection problems</h2>
<ul>
<li>Only https is accepted, and http on loopback. A base URL that begins with <code>http://</code> elsewhere is refused.</li>
<li>The base URL may include a path, such as <code>https://host.example/api</code>. It must not end in <code>/v1</code>.</li>
<li>A page of HTML instead of an answer comes from a proxy, a login page or a wrong address.</li>
<li>Ordinary calls end after 30 seconds (<code>AGENT_PLATFORM_TIMEOUT_MS</code>), calls that wait for a model after five minutes
(<code>AGENT_PLATFORM_REPLY_TIMEOUT_MS</code>).</li>
</ul>
<h2>Documentation or health not found</h2>
<p>The platform's API leaves two paths open, and the defaults may not fit yours. Set <code>AGENT_PLATFORM_DOCS_PATH</code> and
<code>AGENT_PLATFORM_HEALTH_PATH</code> to the paths of your deployment.</p>
<h2>Results are cut short</h2>
<p>Lists and conversations are kept small, so that they don't fill the assistant's memory. The result says what was left
out and names the exact call for the rest. Nothing is cut in the middle of a record.</p>
<h2>Is it the platform or this server?</h2>
<p>Start the server with <code>--sandbox</code> and try the same thing. If it works there, the platform or its settings are the cause.
The log goes to stderr; <code>AGENT_PLATFORM_LOG_LEVEL</code> makes it more detailed. Secrets don't appear in it.</p>
`,
  },
];
