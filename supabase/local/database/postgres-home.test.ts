import { expect, it } from "vitest";
import { pickSystemUser, getRootHome } from "./postgres-home.ts";

const passwdLines = [
  "root:x:0:0:root:/root:/bin/bash",
  "daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin",
  "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin",
];

it("PostgreSQL runs as its own user if there is one, otherwise as `nobody`, and never as root", () => {
  const postgresLine =
    "postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash";
  expect(pickSystemUser([...passwdLines, postgresLine].join("\n"))).toEqual({ uid: 101, gid: 104 });
  expect(pickSystemUser(passwdLines.join("\n"))).toEqual({ uid: 65534, gid: 65534 });
  expect(pickSystemUser(passwdLines[0]!)).toBeUndefined();
  expect(pickSystemUser("postgres:x:0:0::/:/bin/sh")).toBeUndefined();
});

it("every clone gets its own folder, named after the clone", () => {
  const firstHome = getRootHome("/root/site/supabase/.temp");
  expect(firstHome).toMatch(/\/care-packages-site-[0-9a-f]{12}$/);
  expect(getRootHome("/srv/site/supabase/.temp")).not.toBe(firstHome);
  expect(getRootHome("/root/site/supabase/.temp")).toBe(firstHome);
});
