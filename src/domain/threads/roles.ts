/** Who wrote a message of a thread, beside those whom every conversation has (`platform/parse/roles.ts`). */
import { isAgent, isHuman, type Role } from '../../platform/parse/messages.ts';

const TOOL = /^(?:tool|function|tool_result)$/i;
const SYSTEM = /^system$/i;
const DEVELOPER = /^developer$/i;
/** The role of a message that came without one. */
const UNKNOWN = /^unknown$/i;

export const isTool = ({ role }: Role): boolean => TOOL.test(role);
export const isSystem = ({ role }: Role): boolean => SYSTEM.test(role);

/** The same, or the platform says nothing of the writer: what holds words against calls leaves none of them out. */
export const mayBeAgent = (message: Role): boolean => isAgent(message) || UNKNOWN.test(message.role);

/** Whether the platform names somebody other than the agent: what they add to a conversation asks for nothing. */
export const isOthers = (message: Role): boolean =>
  isHuman(message) || isTool(message) || isSystem(message) || DEVELOPER.test(message.role);
