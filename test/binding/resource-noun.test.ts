import { expect, test } from "vitest";
import { resourceNoun } from "../../generator/binding/resource-noun.js";

test.each([
  ["/services/{service_id}/actions/{action}", "service"],
  ["/robots/{robot_id}/actions/{action}", "robot"],
  ["/sites/{site}/robots/{id}/actions/{action}", "robot"],
  ["/virtual-machines/{virtualMachineId}/actions/{action}", "virtual machine"],
  ["/statuses/{id}/actions/{action}", "status"],
  ["/desk/{ticket}/{action}", "ticket"],
  ["/desk/{number}/{action}", "service"],
  ["/kubernetes/{id}/actions/{action}", "service"],
  ["/x/{1_id}/actions/{action}", "service"],
  ["/actions/{action}", "service"],
])("%s: %s", (path, noun) => {
  expect(resourceNoun(path, undefined)).toBe(noun);
});
