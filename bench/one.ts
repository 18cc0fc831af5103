import { CASES, measure } from './size/index.ts';
for (const c of CASES) { if (!process.argv.slice(2).some(a=>c.what.includes(a))) continue; const t=Date.now();
 try { console.log(JSON.stringify(await measure(c))); } catch (e) { console.log(c.what, String(e).slice(0,300)); } console.log(Date.now()-t); }
process.exit();
