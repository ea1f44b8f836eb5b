import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { ObjectsActions } from "../../../../generated/actions.js";
import type { components } from "../../../../generated/types.js";
import { createService } from "../../src/services/create-service.js";
import type { Plane } from "./control-plane.js";

/** The descriptor of an objects service. */
export type Descriptor = components["schemas"]["S3CredentialDescriptor"];

/** The part of a descriptor that a client needs. */
export type Access = Pick<Descriptor, "endpoint" | "region" | "access_key_id" | "secret_access_key">;

let count = 0;

/** A client that uses what a service reveals. It does not try again. */
export function s3For({ endpoint, region, access_key_id, secret_access_key }: Access): S3Client {
  const credentials = { accessKeyId: access_key_id, secretAccessKey: secret_access_key };
  return new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 });
}

/** The actions of an objects service. */
export function objectsActions({ api, projectId }: Pick<Plane, "api" | "projectId">, id: string) {
  const calls = api.client.objects({ project_id: projectId, service_id: id });
  return {
    /** Invokes an action with the generated client. */
    act<Name extends keyof ObjectsActions>(name: Name, body: ObjectsActions[Name]["body"] = {}) {
      // Only the caller knows the action.
      const call = calls[name] as (body: unknown) => Promise<unknown>;
      return call(body) as Promise<{ status: string; result: ObjectsActions[Name]["result"] }>;
    },
    /** The status and the code of an action that is rejected. */
    async rejection(action: string, body: unknown): Promise<[number, string]> {
      const { status, body: error } = await api.invoke(id, action, body);
      return [status, error.error.split(":")[0]!];
    },
  };
}

/** The content of an object as text. */
export async function textOf(s3: S3Client, Bucket: string, Key: string, VersionId?: string): Promise<string> {
  return (await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }))).Body!.transformToString();
}

/** Creates an objects service, waits until it is active, and connects to it. */
export async function provisionObjects(plane: Plane, name = `objects-${count++}`) {
  const { platform, projectId, api } = plane;
  const made = await createService(platform.database, { projectId, type: "objects", plan: "standard", name });
  if ("rejected" in made) throw new Error(made.rejected);
  platform.worker.wake();
  await api.waitFor(made.id, "active");
  const descriptor = await revealObjects(plane, made.id);
  return { id: made.id, descriptor, s3: s3For(descriptor), ...objectsActions(plane, made.id) };
}

/** Returns the current descriptor of a service. */
export async function revealObjects({ api }: Plane, id: string): Promise<Descriptor> {
  const { body } = await api.reveal(id);
  return JSON.parse(body.value) as Descriptor;
}

/** The code of the error that a call fails with; `none` if it does not fail. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "none";
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    return $metadata?.httpStatusCode === 304 ? "304" : name;
  }
}
