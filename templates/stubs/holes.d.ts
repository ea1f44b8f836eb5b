/** Stands for the actions of a service type. */
export interface $Actions {
  $action: { body: unknown; result: unknown; status: string; error: string };
}

/** Stands for the path parameters of the endpoint that invokes actions. */
export type $Path = unknown;
