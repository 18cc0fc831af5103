/** Runs the program from the sources: `npm run dev`. */
import { start } from './main.ts';

start();
