/** Who wrote a message, by the role that the platform gives it: deployments have more words for it than the specification. */

/** What a message says of its writer. */
export interface Role {
  readonly role: string;
}

const HUMAN = /^(?:user|human)$/i;
const AGENT = /^(?:assistant|ai|model|agent|bot)$/i;

export const isHuman = ({ role }: Role): boolean => HUMAN.test(role);

/** Whether the platform says that the agent wrote it: what bounds a request goes by that. */
export const isAgent = ({ role }: Role): boolean => AGENT.test(role);
