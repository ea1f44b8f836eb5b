import { expect, test } from "vitest";
import { compileContract, contractsFolder, serveContract } from "./contract-server.js";
import { findPython, program } from "./programs.js";

interface Call {
  readonly path: { readonly system_id: string };
  readonly body: { readonly ResetType: string };
  readonly fail: (code: string, message: string) => unknown;
  readonly capabilities: (service: object) => Promise<{ name: string; enabled: boolean }[]>;
}

/** Which resets a power state allows. */
const resets: Readonly<Record<string, readonly string[]>> = { Off: ["On"], On: ["ForceOff", "ForceRestart"] };

test("sushy calls the generated server", async ({ skip }) => {
  const python = await findPython("sushy");
  if (!python) return skip("no Python has the module sushy");
  const system = { Id: "1", Name: "web", PowerState: "Off", Boot: {}, Actions: {} };
  const root = "/redfish/v1/";
  const self = `${root}Systems/1`;
  const authorization = `Basic ${Buffer.from("root:secret").toString("base64")}`;
  const { url, log } = await serveContract(await compileContract("redfish.yaml"), {
    authenticate: ({ headers }) => (headers["authorization"] === authorization ? {} : undefined),
    findResource: (at) => ((at as Call["path"]).system_id === system.Id ? system : undefined),
    handlers: {
      operations: {
        getServiceRoot: () => ({
          status: 200,
          body: {
            "@odata.id": root,
            Id: "RootService",
            Name: "Root",
            RedfishVersion: "1.6.0",
            Systems: { "@odata.id": `${root}Systems` },
          },
        }),
        listSystems: () => ({ status: 200, body: { Name: "Systems", Members: [{ "@odata.id": self }] } }),
        getSystem: async ({ path: { system_id }, fail, capabilities }: Call) => {
          if (system_id !== system.Id) return fail("Base.1.8.ResourceMissingAtURI", "There is no such system.");
          const advertised = (await capabilities(system)).filter(({ enabled }) => enabled);
          const Actions = Object.fromEntries(
            advertised.map(({ name }) => [
              `#ComputerSystem.${name}`,
              {
                target: `${self}/Actions/ComputerSystem.${name}`,
                "ResetType@Redfish.AllowableValues": resets[system.PowerState],
              },
            ]),
          );
          return { status: 200, body: { "@odata.id": self, ...system, Actions } };
        },
      },
      actions: {
        system: {
          Reset: ({ body: { ResetType }, fail }: Call) => {
            if (!resets[system.PowerState]!.includes(ResetType))
              return fail("Base.1.8.ActionParameterNotSupported", `Not while the power is ${system.PowerState}.`);
            system.PowerState = ResetType === "ForceOff" ? "Off" : "On";
            return {};
          },
        },
      },
    },
  });
  const ended = await program(python)(`${contractsFolder}/redfish.py`, url);
  expect({ ...ended, stdout: ended.stdout.split("\n") }).toEqual({
    code: 0,
    stdout: [
      "('web', 'Off', ['On'])",
      "None",
      "('On', ['ForceOff', 'ForceRestart'])",
      "BadRequestError | Base.1.8.ActionParameterNotSupported | Not while the power is On.",
      "InvalidParameterValueError | - | -",
      'BadRequestError | Base.1.8.ActionParameterValueError | /ResetType must be one of "On", "ForceOff", "ForceRestart".',
      "BadRequestError | Base.1.8.ActionParameterValueError | /ResetType is required; /resetType is not allowed.",
      "BadRequestError | Base.1.8.ActionParameterValueError | A body is required.",
      "ResourceNotFoundError | Base.1.8.ResourceMissingAtURI | The system has no action of this name.",
      "ResourceNotFoundError | Base.1.8.ResourceMissingAtURI | The request does not name exactly one action of the system.",
      "ResourceNotFoundError | Base.1.8.ResourceMissingAtURI | The resource does not exist, or you may not see it.",
      "AccessError | Base.1.8.NoValidSession | Valid credentials are required.",
      "",
    ],
    stderr: expect.any(String) as string,
  });
  expect(log).toEqual([]);
});
