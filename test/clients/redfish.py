"""Calls a Redfish service with sushy; prints what comes back, a line each."""

import sys

import sushy
from sushy import auth, exceptions


def attempt(call):
    try:
        print(call())
    except exceptions.SushyError as error:
        print(type(error).__name__, getattr(error, "code", "-"), getattr(error, "detail", "-"), sep=" | ")


def connect(password):
    return sushy.Sushy(sys.argv[1], auth=auth.BasicAuth("root", password))


def allowed(system):
    return sorted(value.value for value in system.get_allowed_reset_system_values())


system = connect("secret").get_system()
stale = connect("secret").get_system()
target = system._actions.reset.target_uri
post = system._conn.post

attempt(lambda: (system.name, system.power_state.value, allowed(system)))
attempt(lambda: system.reset_system(sushy.ResetType.ON))
system.refresh()
attempt(lambda: (system.power_state.value, allowed(system)))
# Read when the power was off, when this was allowed.
attempt(lambda: stale.reset_system(sushy.ResetType.ON))
attempt(lambda: system.reset_system(sushy.ResetType.NMI))
attempt(lambda: post(target, data={"ResetType": "Explode"}))
attempt(lambda: post(target, data={"resetType": "On"}))
attempt(lambda: post(target))
attempt(lambda: post(target.replace("Reset", "Explode"), data={}))
attempt(lambda: post(target.replace("ComputerSystem.", ""), data={"ResetType": "On"}))
attempt(lambda: connect("secret").get_system("/redfish/v1/Systems/none"))
attempt(lambda: connect("wrong").get_system())
