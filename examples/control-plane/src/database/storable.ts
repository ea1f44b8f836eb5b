/** Whether PostgreSQL can store a text of JSON: it contains neither NUL nor a lone surrogate. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}
