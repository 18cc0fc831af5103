// Stands in for safe-regex2: no route of the table of operations holds a regular expression.
module.exports = () => true;
