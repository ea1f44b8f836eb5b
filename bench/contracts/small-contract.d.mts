/** An object schema that allows no other properties. */
export function object(properties: Record<string, unknown>, required?: readonly string[]): Record<string, unknown>;

/** A reference to a schema of the document. */
export function reference(name: string): { $ref: string };

/** A contract of plain operations. */
export function plainContract(paths: Record<string, unknown>, schemas: Record<string, unknown>): object;

/** A contract with the actions of one service type. */
export function actionContract(actions: Record<string, unknown>, schemas?: Record<string, unknown>): object;
