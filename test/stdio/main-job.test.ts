/** The main job, with every client in every era. */
import { mainJobIsDone } from './main-job.ts';

// The built file for the client that starts it twice: the others have it in main-job-built.slow.test.ts.
mainJobIsDone((client) => client === 'v2-auto');
