import { isIPv6 } from "node:net";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

/** A network as an allowlist stores it, and whether it was written with zero host bits. */
export interface Network {
  readonly cidr: string;
  readonly isCanonical: boolean;
  readonly isEverything: boolean;
}

/**
 * Reads an address or a network. One of IPv4 that is written as IPv6 (`::ffff:192.0.2.1`) is the one of IPv4: that is how a
 * server sees those who connect from it. `undefined`: it is neither, or has a zone.
 */
export function readNetwork(text: string): Network | undefined {
  const [host = "", length] = text.split("/");
  const address = parse(host);
  if (!address) return undefined;
  const bits = address.toByteArray().length * 8;
  const prefix = length === undefined ? bits : Number(length);
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= 96;
  return isMapped ? toNetwork(address.toIPv4Address(), prefix - 96) : toNetwork(address, prefix);
}

/** Whether an address belongs to the public internet: what is reserved, private, translated or tunnelled does not. */
export function isPublic(text: string): boolean {
  const address = parse(text);
  if (address?.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(globalUnicast);
}

/** All of IPv6 that is given out. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

function parse(text: string): IPv4 | IPv6 | undefined {
  if (text.includes("%") || !ipaddr.isValid(text)) return undefined;
  // The library takes ::192.0.2.1 for ::ffff:192.0.2.1, so addresses of IPv6 are written without dots first.
  return ipaddr.parse(isIPv6(text) ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text);
}

function toNetwork(address: IPv4 | IPv6, prefix: number): Network {
  const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  const network = family.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toString();
  return { cidr: `${network}/${prefix}`, isCanonical: network === address.toString(), isEverything: prefix === 0 };
}
