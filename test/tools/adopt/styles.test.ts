import { describe, expect, it, test } from "vitest";
import { isVerb, typeName, typeOfPath } from "../../../generator/tools/adopt/words.js";
import { done, found, json } from "./adopted.js";

describe("the style of", () => {
  const post = (body: string) => `post: { requestBody: { ${json(body)} }, responses: { ${done} } }`;

  it.each<[string, string, string[]]>([
    [
      "a header",
      `/#X-Amz-Target=Tables_20120810.GetItem: { post: { responses: { ${done} } } }\n/#X-Amz-Target=Tables_20120810.PutItem: { post: { responses: { ${done} } } }`,
      ['certain post / table {"in":"header","name":"X-Amz-Target","value":"Tables_20120810.{action}"} GetItem,PutItem'],
    ],
    [
      "a query",
      `/#Action=RunInstances: { get: { responses: { ${done} } }, post: { responses: { ${done} } } }`,
      ['certain post / vendor {"in":"query","name":"Action"} RunInstances'],
    ],
    [
      "custom verbs",
      `/v1/{name}:undelete: { post: { responses: { ${done} } } }\n/v1/disks/{id}:resize: { post: { responses: { ${done} } } }\n/v1/disks:purge: { post: { responses: { ${done} } } }`,
      [
        'certain post /v1/disks/{id}:{action} disk {"in":"path-suffix","name":"action"} resize',
        'certain post /v1/disks:{action} disk {"in":"path-suffix","name":"action"} purge',
        'certain post /v1/{name}:{action} service {"in":"path-suffix","name":"action"} undelete',
      ],
    ],
    [
      "verbs behind a dot",
      `/vm.boot: { put: { responses: { ${done} } } }\n/vm.add-disk: { put: { responses: { ${done} } } }\n/users/{id}/acme.api.block: { put: { responses: { ${done} } } }\n/users/{id}/acme.api.unblock: { put: { responses: { ${done} } } }\n/spec.json: { put: { responses: { ${done} } } }\n/a.b: { put: { responses: { ${done} } } }`,
      [
        'likely put /users/{id}/acme.api.{action} user {"in":"path-suffix","name":"action"} block,unblock',
        'likely put /vm.{action} vm {"in":"path-suffix","name":"action"} add-disk,boot',
      ],
    ],
    [
      "literal paths below actions",
      `/servers/{id}/actions/poweron: { post: { responses: { ${done} } } }\n/servers/{id}/actions/reset: { post: { responses: { ${done} } } }\n/orgs/{id}/actions/runners: { get: { responses: { ${done} } }, post: { responses: { ${done} } } }`,
      ['certain post /servers/{id}/actions/{action} server {"in":"path","name":"action"} poweron,reset'],
    ],
    [
      "Redfish",
      `/Systems/{id}/Actions/ComputerSystem.Reset: { post: { responses: { ${done} } } }`,
      [
        'certain post /Systems/{id}/Actions/{action} computerSystem {"in":"path","name":"action","value":"ComputerSystem.{action}"} Reset',
      ],
    ],
    [
      "literal verbs",
      `/orders/{id}: { get: { responses: { ${done} } } }\n/orders/{id}/cancel: { post: { responses: { ${done} } } }\n/orders/{id}/items: { post: { responses: { ${done} } } }\n/orders/{id}/review: { post: { responses: { ${done} } } }\n/orders/{id}/review/{n}: { get: { responses: { ${done} } } }\n/gone/{id}/close: { post: { responses: { ${done} } } }`,
      [
        'unsure post /gone/{id}/{action} gone {"in":"path","name":"action"} close',
        'likely post /orders/{id}/{action} order {"in":"path","name":"action"} cancel',
      ],
    ],
    [
      "verbs that the list of verbs lacks, next to one that it has",
      `/ships/{id}: { get: { responses: { ${done} } } }\n${["dock", "transfer", "chart", "items"].map((name) => `/ships/{id}/${name}: { post: { responses: { ${done} } } }`).join("\n")}`,
      [
        'unsure post /ships/{id}/{action} ship {"in":"path","name":"action"} chart,items',
        'likely post /ships/{id}/{action} ship {"in":"path","name":"action"} dock,transfer',
      ],
    ],
    [
      "a group of paths that only take POST",
      `${["/swarm/join", "/swarm/leave", "/a/{id}/x", "/a/{id}/ys", "/b/{id}/ys", "/c/{id}/ys", "/c/{id}/zs", "/d/run"].map((path) => `${path}: { post: { responses: { ${done} } } }`).join("\n")}\n/d: { get: { responses: { ${done} } } }`,
      [
        'unsure post /a/{id}/{action} a {"in":"path","name":"action"} x,ys',
        'unsure post /c/{id}/{action} c {"in":"path","name":"action"} ys,zs',
        'unsure post /d/{action} d {"in":"path","name":"action"} run',
        'unsure post /swarm/{action} swarm {"in":"path","name":"action"} join,leave',
      ],
    ],
    [
      "a verb alone, before an id, and above another verb",
      `${["/system/gc", "/calls/reject", "/things/_capture", "/jobs/run/{id}", "/a/{id}/scan", "/a/{id}/scan/stop", "/b/{id}/resume", "/b/{id}/resume/{n}"].map((path) => `${path}: { post: { responses: { ${done} } } }`).join("\n")}\n/a/{id}: { get: { responses: { ${done} } } }`,
      [
        'unsure post /a/{id}/scan/{action} scan {"in":"path","name":"action"} stop',
        'likely post /a/{id}/{action} a {"in":"path","name":"action"} scan',
        'unsure post /b/{id}/{action} b {"in":"path","name":"action"} resume',
        'unsure post /b/{id}/{action}/{n} b {"in":"path","name":"action"} resume',
        'unsure post /calls/{action} call {"in":"path","name":"action"} reject',
        'unsure post /jobs/{action}/{id} job {"in":"path","name":"action"} run',
        'unsure post /things/{action} thing {"in":"path","name":"action","value":"_{action}"} capture',
      ],
    ],
    [
      "a verb above a path that is read",
      `/a/{id}/export: { post: { responses: { ${done} } } }\n${["/a/{id}/export/options", "/b/{id}/runs/{run}"].map((path) => `${path}: { get: { responses: { ${done} } } }`).join("\n")}\n/b/{id}/runs: { post: { responses: { ${done} } } }`,
      ['unsure post /a/{id}/{action} a {"in":"path","name":"action"} export'],
    ],
    [
      "a query in the path",
      `/vms/{vm}/power: { get: { responses: { ${done} } } }\n${["/vms/{vm}/power?action=start", "/vms/{vm}/power?action=stop", "/vms?~action=clone", "/vms?view=full"].map((path) => `${path}: { post: { responses: { ${done} } } }`).join("\n")}`,
      [
        'certain post /vms {"in":"query","name":"~action"} clone',
        'certain post /vms/{vm}/power power {"in":"query","name":"action"} start,stop',
      ].map((line) => line.replace("/vms {", "/vms vm {")),
    ],
    [
      "other words for actions in the path",
      `${["/a/{id}/action/void", "/b/{id}/command/honk", "/c/{id}/Commands/Lock", "/d/{id}/Actions/Oem/Vendor.Blink"].map((path) => `${path}: { post: { responses: { ${done} } } }`).join("\n")}`,
      [
        'certain post /a/{id}/action/{action} a {"in":"path","name":"action"} void',
        'certain post /b/{id}/command/{action} b {"in":"path","name":"action"} honk',
        'certain post /c/{id}/Commands/{action} c {"in":"path","name":"action"} Lock',
        'certain post /d/{id}/Actions/Oem/{action} vendor {"in":"path","name":"action","value":"Vendor.{action}"} Blink',
      ],
    ],
    [
      "what is around a verb",
      `/a/{id}: { get: { responses: { ${done} } } }\n${["/a/{id}/stop/", "/a/{id}/_close", "/a/{id}/cancel.json", "/a/{id}/$validate"].map((path) => `${path}: { post: { responses: { ${done} } } }`).join("\n")}`,
      [
        'likely post /a/{id}/{action} a {"in":"path","name":"action","value":"${action}"} validate',
        'likely post /a/{id}/{action} a {"in":"path","name":"action","value":"_{action}"} close',
        'likely post /a/{id}/{action} a {"in":"path","name":"action","value":"{action}.json"} cancel',
        'likely post /a/{id}/{action}/ a {"in":"path","name":"action"} stop',
      ],
    ],
    [
      "a colon as others write parameters",
      `/users/:id: { put: { responses: { ${done} } } }\n/teams/:archive: { post: { responses: { ${done} } } }`,
      [
        'likely post /teams/:{action} team {"in":"path-suffix","name":"action"} archive',
        'unsure put /users/:{action} user {"in":"path-suffix","name":"action"} id',
      ],
    ],
    [
      "a parameter that lists them",
      `/a/{id}: { post: { parameters: [{ name: action, in: query, required: true, schema: { enum: [start, stop] } }], responses: { ${done} } } }
/b/{id}: { post: { parameters: [{ name: X-Command, in: header, schema: { enum: [start, stop] } }], responses: { ${done} } } }
/c/{id}: { get: { parameters: [{ name: action, in: query, required: true, schema: { enum: [start, stop] } }], responses: { ${done} } } }`,
      [
        'certain post /a/{id} a {"in":"query","name":"action"} start,stop',
        'unsure post /b/{id} b {"in":"header","name":"X-Command"} start,stop',
      ],
    ],
    [
      "a member that may be missing, and one of an inner object",
      `/a/{id}: { ${post("{ properties: { command: { enum: [start, stop] } } }")} }\n/b/{id}: { ${post("{ properties: { data: { type: object, properties: { command: { enum: [start, stop] } } } } }")} }`,
      [
        'unsure post /a/{id} a {"in":"body-field","name":"command"} start,stop',
        'unsure post /b/{id} b {"in":"body-field","name":"command"} start,stop',
      ],
    ],
    [
      "a path parameter",
      `/jobs/{id}/{command}: { post: { parameters: [{ name: command, in: path, required: true, schema: { enum: [start, stop] } }], responses: { ${done} } } }\n/do/{actionName}: { post: { responses: { ${done} } } }\n/actions/{action}: { get: { responses: { ${done} } }, post: { responses: { ${done} } } }\n/pay/{transaction}: { post: { responses: { ${done} } } }`,
      [
        'likely post /do/{actionName} do {"in":"path","name":"actionName"} ',
        'certain post /jobs/{id}/{command} job {"in":"path","name":"command"} start,stop',
        'unsure post /{action}/{transaction} service {"in":"path","name":"action"} pay',
      ],
    ],
    [
      "media types",
      ["/jobs/{id}/commands", "/jobs/{id}", "/a/commands", "/b/commands", "/c/commands"]
        .map((path, index) => {
          const names = [["start", "moveTo"], ["start", "stop"], ["v1", "v2"], ["start"], ["start", "api.stop"]][index]!;
          const content = names.map((name) => `application/vnd.acme.${name}+json: { schema: { type: object } }`).join(", ");
          return `${path}: { post: { requestBody: { content: { ${content} } }, responses: { ${done} } } }`;
        })
        .join("\n"),
      [
        'unsure post /jobs/{id} job {"in":"media-type","value":"application/vnd.acme.{action}+json"} start,stop',
        'likely post /jobs/{id}/commands job {"in":"media-type","value":"application/vnd.acme.{action}+json"} moveTo,start',
      ],
    ],
    [
      "the only key of the body",
      `/servers/{id}/action: { ${post("{ oneOf: [{ properties: { pause: { type: 'null' } } }, { required: [resize], properties: { resize: { $ref: '#/components/schemas/Item' } } }] }")} }`,
      ['certain post /servers/{id}/action server {"in":"body-key"} pause,resize'],
    ],
    [
      "the only key of an object",
      `/servers/{id}/action: { ${post("{ minProperties: 1, maxProperties: 1, properties: { start: { type: 'null' }, resize: { $ref: '#/components/schemas/Item' } } }")} }
/servers: { ${post("{ minProperties: 1, maxProperties: 1, properties: { start: {}, resize: {} } }")} }
/a/action: { ${post("{ minProperties: 1, properties: { start: {}, resize: {} } }")} }
/b/action: { ${post("{ minProperties: 1, maxProperties: 1, properties: { reason: {} } }")} }`,
      ['certain post /servers/{id}/action server {"in":"body-key"} resize,start'],
    ],
    [
      "a key, where an alternative has another",
      `/servers/{id}/action: { ${post("{ oneOf: [{ properties: { stop: {} } }, { required: [snap], properties: { hints: {}, snap: {} } }] }")} }
/servers: { ${post("{ oneOf: [{ properties: { stop: {} } }, { required: [snap], properties: { snap: {}, hints: {} } }] }")} }
/a/action: { ${post("{ oneOf: [{ required: [stop], properties: { stop: {}, hints: {} } }, { required: [snap], properties: { snap: {}, hints: {} } }] }")} }
/b/action: { ${post("{ oneOf: [{ properties: { snap: {} } }, { required: [snap], properties: { snap: {}, hints: {} } }] }")} }
/c/action: { ${post("{ oneOf: [{ properties: { stop: {} } }, { required: [snap, hints], properties: { snap: {}, hints: {} } }] }")} }
/d/actions: { ${post("{ oneOf: [{ properties: { type: { const: start } } }, { required: [type], properties: { type: { const: stop }, at: {} } }] }")} }`,
      [
        'certain post /d/actions d {"in":"body-field","name":"type"} start,stop',
        'unsure post /servers/{id}/action server {"in":"body-member"} stop,snap',
      ],
    ],
    [
      "a discriminator",
      `/droplets/{id}/actions: { ${post("{ oneOf: [{ $ref: '#/components/schemas/Reboot' }], discriminator: { propertyName: type, mapping: { reboot: '#/components/schemas/Reboot' } } }")} }\n/pets: { ${post("{ oneOf: [{ $ref: '#/components/schemas/Reboot' }], discriminator: { propertyName: type, mapping: { reboot: '#/components/schemas/Reboot' } } }")} }`,
      ['certain post /droplets/{id}/actions droplet {"in":"body-field","name":"type"} reboot'],
    ],
    [
      "constant members",
      `/machines/{id}: { ${post("{ oneOf: [{ properties: { action: { const: start } } }, { properties: { action: { enum: [stop] } } }] }")} }`,
      ['likely post /machines/{id} machine {"in":"body-field","name":"action"} start,stop'],
    ],
    [
      "a member that lists them",
      `/machines/{id}/commands: { ${post("{ required: [command], properties: { command: { enum: [start, stop] }, delay: { type: integer } } }")} }`,
      ['likely post /machines/{id}/commands machine {"in":"body-field","name":"command"} start,stop'],
    ],
  ])("%s", (_, paths, expected) => {
    const schemas = "Reboot: { required: [type], properties: { type: { enum: [reboot] } } }";
    expect(found(paths, schemas)).toEqual(expected);
  });

  it("a path with a verb has the style of the verb, whatever its body", () => {
    const branch = (name: string) => `{ required: [${name}], properties: { ${name}: { type: string } } }`;
    expect(found(`/disks/{id}:key: { ${post(`{ oneOf: [${branch("a")}, ${branch("b")}] }`)} }`)).toEqual([
      'certain post /disks/{id}:{action} disk {"in":"path-suffix","name":"action"} key',
    ]);
  });

  it("commands in groups, in a document with few other paths", () => {
    const commands = ["core/quit", "core/stats", "core/stats-reset", ..."abcdefg".split("").map((name) => `job/${name}`)];
    const paths = commands.map((name) => `/${name}: { post: { responses: { ${done} } } }`);
    expect(found(paths.join("\n"))).toEqual([
      'likely post /core/{action} core {"in":"path","name":"action"} quit,stats,stats-reset',
      'likely post /job/{action} job {"in":"path","name":"action"} a,b,c,d,e,f,g',
    ]);
    const unsure = [
      'unsure post /core/{action} core {"in":"path","name":"action"} stats,stats-reset',
      'unsure post /job/{action} job {"in":"path","name":"action"} a,b,c,d,e,f,g',
    ];
    expect(found(paths.slice(1).join("\n"))).toEqual(unsure);
    const reads = ["a", "b", "c"].map((name) => `/${name}s: { get: { responses: { ${done} } } }`);
    expect(found([...paths, ...reads.slice(1)].join("\n"))[0]).toMatch(/^likely/);
    expect(found([...paths.slice(1), ...reads].join("\n"))).toEqual(unsure);
  });

  it("a likely path takes precedence over an unsure body, and a setting names no action", () => {
    const inner = "{ properties: { context: { type: object, properties: { action: { enum: [now, later] } } } } }";
    expect(found(`/a/{id}: { get: { responses: { ${done} } } }\n/a/{id}/revise: { ${post(inner)} }`)).toEqual([
      'likely post /a/{id}/{action} a {"in":"path","name":"action"} revise',
    ]);
    const setting =
      "{ properties: { user_action: { enum: [now, later] }, context: { type: object, properties: { failure_action: { enum: [a, b] } } } } }";
    expect(found(`/a: { ${post(setting)} }`)).toEqual([]);
  });

  it("an endpoint that has the extension is known already", () => {
    expect(found(`/a/{action}: { post: { responses: { ${done} }, x-platform-a-actions: {} } }`)).toEqual([]);
  });
});

test.each([
  ["floating_ips", "floating_ip"],
  ["policies", "policy"],
  ["boxes", "box"],
  ["address", "address"],
  ["postgres", "postgres"],
  ["managed_sqs", "managed_sqs"],
  ["vms", "vm"],
  ["vfs", "vfs"],
  ["DynamoDB", "dynamoDB"],
  ["AWSCloud9", "awsCloud9"],
  ["EC2", "ec2"],
  ["9lives!", "live"],
  ["constructor", "service"],
])("the type of %s is %s", (name, type) => expect(typeName(name)).toBe(type));

test("the type of a path is what it represents", () => {
  expect(typeOfPath("/v1/projects/{id}/floating-ips/{ip}/actions")).toBe("floating_ip");
  expect(typeOfPath("/{id}")).toBe("service");
});

test.each([
  ["cancel", true],
  ["generate-qr-code", true],
  ["regenerate_secret", true],
  ["startVm", true],
  ["Reset", true],
  ["items", false],
  ["starters", false],
])("whether %s is a verb: %s", (segment, expected) => expect(isVerb(segment)).toBe(expected));
