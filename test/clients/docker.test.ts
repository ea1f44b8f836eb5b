import { expect, test } from "vitest";
import { type AnyCall, serveVariant, variants } from "./adopted.js";
import { load } from "./install.js";

interface Container {
  readonly inspect: () => Promise<object>;
  readonly start: () => Promise<unknown>;
  readonly stop: (options?: object) => Promise<unknown>;
  readonly restart: (options?: object) => Promise<unknown>;
  readonly kill: (options?: object) => Promise<unknown>;
  readonly rename: (options: object) => Promise<unknown>;
  readonly update: (options: object) => Promise<unknown>;
  readonly wait: (options?: object) => Promise<unknown>;
  readonly remove: (options?: object) => Promise<unknown>;
}
type Docker = new (options: object) => {
  readonly listContainers: (options?: object) => Promise<readonly object[]>;
  readonly getContainer: (id: string) => Container;
};

test.for(variants)("dockerode calls a server of the %s document", async (variant, { skip }) => {
  const installed = load<Docker>("dockerode", "5.0.1");
  if ("reason" in installed) return skip(installed.reason);
  const container = { Id: "c1", Name: "web", isRunning: false, ExitCode: 0 };
  let isThere = true;
  const seen: unknown[] = [];
  const does =
    (change: (call: AnyCall) => unknown, status = 204) =>
    (call: AnyCall) => {
      if (!isThere || (call.path["id"] !== container.Id && call.path["id"] !== container.Name))
        return { status: 404, code: "container_not_found", message: `No such container: ${call.path["id"]}` };
      const body = change(call);
      return { status, ...(status !== 204 && { body }) };
    };
  const run = (isRunning: boolean, name: string) =>
    does(({ query }) => {
      seen.push([name, { ...query }]);
      container.isRunning = isRunning;
    });
  const { url, log } = await serveVariant(variant, "docker.yaml", {
    authenticate: () => ({}),
    operations: {
      ContainerList: () => ({ status: 200, body: isThere ? [{ Id: container.Id, Names: [`/${container.Name}`] }] : [] }),
      ContainerInspect: does(
        () => ({ Id: container.Id, Name: container.Name, State: { Running: container.isRunning, ExitCode: container.ExitCode } }),
        200,
      ),
      ContainerDelete: does(() => (isThere = false)),
      ContainerStart: run(true, "start"),
      ContainerStop: run(false, "stop"),
      ContainerRestart: run(true, "restart"),
      ContainerKill: run(false, "kill"),
      ContainerRename: does(({ query }) => (container.Name = String(query["name"]))),
      ContainerWait: does(() => ({ StatusCode: 137 }), 200),
      ContainerUpdate: does(({ body }) => (seen.push(["update", body]), { Warnings: [] }), 200),
    },
    actions: {
      container: {
        start: "ContainerStart",
        stop: "ContainerStop",
        restart: "ContainerRestart",
        kill: "ContainerKill",
        rename: "ContainerRename",
        wait: "ContainerWait",
        update: "ContainerUpdate",
      },
    },
  });
  const { hostname: host, port } = new URL(url);
  const docker = new installed.module({ protocol: "http", host, port });
  expect(await docker.listContainers({ all: true })).toEqual([{ Id: "c1", Names: ["/web"] }]);
  const web = docker.getContainer("c1");
  await web.start();
  expect(await web.inspect()).toMatchObject({ State: { Running: true } });
  // It sends the query of these as a body, too.
  await web.stop({ t: 5 });
  await web.restart({ t: 1 });
  await web.kill({ signal: "SIGTERM" });
  await web.rename({ name: "front" });
  expect(await web.wait({ condition: "next-exit" })).toEqual({ StatusCode: 137 });
  expect(await web.update({ Memory: 1024 })).toEqual({ Warnings: [] });
  expect(seen).toEqual([
    ["start", {}],
    ["stop", { t: 5 }],
    ["restart", { t: 1 }],
    ["kill", { signal: "SIGTERM" }],
    ["update", { Memory: 1024 }],
  ]);
  await docker.getContainer("front").remove({ force: true });
  await expect(web.stop()).rejects.toMatchObject({ statusCode: 404, json: { message: "No such container: c1" } });
  await expect(web.update({ Memory: "much" })).rejects.toMatchObject({ statusCode: 400 });
  expect(log).toEqual([]);
});
