/** What may stand in a URI that is listed. */
import { IDENTIFIER } from '../platform/parse/coerce.ts';

/** Whether it can be asked for by its id: one that is not safe in a path was marked on reading. */
export const isUsable = (id: string): boolean => IDENTIFIER.test(id);
