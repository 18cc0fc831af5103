// zod speaks English only here; its error messages are not shown.
export {};
