/** The main job on the built file, with every client in every era. */
import { mainJobIsDone } from './main-job.ts';

mainJobIsDone(() => true);
