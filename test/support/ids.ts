/** Ids and messages of made-up records. */
export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const message = (role: string, content: string) => ({ role, content });
