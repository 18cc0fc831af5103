/** Who wrote a message, by the role that the platform gives it: deployments have more words for it than the specification. */
import type { Message } from '../../platform/parse/records.ts';

type Role = Pick<Message, 'role'>;

const HUMAN = /^(?:user|human)$/i;
const AGENT = /^(?:assistant|ai|model|agent|bot)$/i;
const TOOL = /^(?:tool|function|tool_result)$/i;
const SYSTEM = /^system$/i;
const DEVELOPER = /^developer$/i;
/** The role of a message that came without one. */
const UNKNOWN = /^unknown$/i;

export const isHuman = ({ role }: Role): boolean => HUMAN.test(role);
export const isTool = ({ role }: Role): boolean => TOOL.test(role);
export const isSystem = ({ role }: Role): boolean => SYSTEM.test(role);

/** Whether the platform says that the agent wrote it: what bounds a request goes by that. */
export const isAgent = ({ role }: Role): boolean => AGENT.test(role);

/** The same, or the platform says nothing of the writer: what holds words against calls leaves none of them out. */
export const mayBeAgent = (message: Role): boolean => isAgent(message) || UNKNOWN.test(message.role);

/** Whether the platform names somebody other than the agent: what they add to a conversation asks for nothing. */
export const isOthers = (message: Role): boolean =>
  isHuman(message) || isTool(message) || isSystem(message) || DEVELOPER.test(message.role);
