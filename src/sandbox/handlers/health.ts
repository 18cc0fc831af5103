/** Health: it is up, and it is a sandbox. */
import { plain } from '../http/handler.ts';
import { json } from '../http/reply.ts';

/** Version of the platform API that the sandbox speaks (specification, "Versioning"). */
const API_VERSION = '1.0.0';

export const checkHealth = plain(() => json({ status: 'ok', version: API_VERSION, sandbox: true }));
