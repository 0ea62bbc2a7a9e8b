import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 that is not a server on the public internet (RFC 6890 and its registry). */
const reserved4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  reserved4.addSubnet(network, prefix, 'ipv4');
}

/** Global unicast, from which the ranges that wrap or stand in for other addresses are taken out. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const reserved6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address may belong to an official site: not this machine, not the network it stands in. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved4.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  return global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}
