/** The pattern of a UUID as PostgreSQL writes it, to be part of another one. */
export const uuidPattern = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const whole = new RegExp(`^${uuidPattern}$`);

/** Whether a text is a UUID as PostgreSQL writes it. */
export function isUuid(text: string): boolean {
  return whole.test(text);
}
