// The first line of the executable that runs: one line on stderr for a Node that is too old, before anything it can't run.
// In a function, so that its names are its own, and in the words of an old language.
export const refuseOldNode = `(function(){var v=process.versions.node.split('.').map(Number);if(v[0]<20||(v[0]===20&&(v[1]<18||(v[1]===18&&v[2]<1)))){process.stderr.write('agent-platform-mcp needs Node.js 20.18.1 or newer; this is '+process.version+'.\\n');process.exit(1)}})();`;
