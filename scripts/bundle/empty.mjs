// Stands for a library that another one asks for and that this program doesn't use.
export {};
