import { formType, type SelectorCase } from "./selector-case.js";

/** A field of a form names the action. */
export const formCases: readonly SelectorCase[] = [
  {
    name: "forms",
    template: "/",
    method: "post",
    mediaType: formType,
    calls: [
      {
        type: "instance",
        action: "RunInstances",
        body: { MaxCount: 3, Monitoring: true, SubnetId: ["a b"] },
        sent: { url: "/", body: { Action: "RunInstances", MaxCount: "3", Monitoring: "true", SubnetId: "a b" } },
        returns: { result: { count: 3 } },
        status: 200,
        received: { count: 3 },
        resolved: { result: { count: 3 } },
      },
      {
        type: "instance",
        action: "StopAll",
        sent: { url: "/", body: { Action: "StopAll" } },
        returns: { result: { count: 0 } },
        status: 200,
        received: { count: 0 },
        resolved: { result: { count: 0 } },
      },
    ],
    unknown: [
      { url: "/", body: { Action: "Reboot" }, status: 400 },
      { url: "/", body: { MaxCount: "3" }, status: 400 },
      { url: "/?Action=StopAll", body: { MaxCount: "3" }, status: 400 },
      { url: "/", body: { Action: "" }, status: 400 },
    ],
    invalid: [
      { url: "/", body: { Action: "RunInstances", MaxCount: "many" }, pointer: "/MaxCount" },
      { url: "/", body: { Action: "RunInstances", MaxCount: "3", Monitoring: "perhaps" }, pointer: "/Monitoring" },
      { url: "/", body: { Action: "StopAll", MaxCount: "3" }, pointer: "/MaxCount" },
    ],
    documented: ["--data-urlencode 'Action=StopAll'", "--data-urlencode 'MaxCount="],
    expanded: ["/#Action=RunInstances", "/#Action=StopAll"],
    mistakes: ['client.instance().RunInstances({ MaxCount: "3" })', "client.instance().StopAll({ MaxCount: 3 })"],
  },
  {
    name: "forms",
    template: "/users",
    method: "post",
    mediaType: formType,
    calls: [
      {
        type: "user",
        action: "Rename",
        body: { Name: "a&b=c", Age: 7 },
        sent: { url: "/users?Action=Rename", body: { Name: "a&b=c", Age: "7" } },
        returns: { result: { count: 1 } },
        status: 200,
        received: { count: 1 },
        resolved: { result: { count: 1 } },
      },
    ],
    unknown: [
      { url: "/users", body: { Action: "Rename", Name: "a" }, status: 400 },
      { url: "/users?Action=Drop", body: { Name: "a" }, status: 400 },
    ],
    invalid: [
      { url: "/users?Action=Rename", body: { Action: "Rename", Name: "a" }, pointer: "/Action" },
      { url: "/users?Action=Rename", body: { Name: "a", Age: "x" }, pointer: "/Age" },
    ],
    documented: ["/users?Action=Rename", "--data-urlencode 'Name="],
    expanded: ["/users#Action=Rename"],
    mistakes: ['client.user().Rename({ name: "a" })'],
  },
];
