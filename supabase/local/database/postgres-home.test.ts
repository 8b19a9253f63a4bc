import { expect, it } from "vitest";
import { pickSystemUser, rootHomeFor } from "./postgres-home.ts";

const passwd = [
  "root:x:0:0:root:/root:/bin/bash",
  "daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin",
  "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin",
];

it("prefers a PostgreSQL user, then `nobody`, and never root", () => {
  const postgres = "postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash";
  expect(pickSystemUser([...passwd, postgres].join("\n"))).toEqual({ uid: 101, gid: 104 });
  expect(pickSystemUser(passwd.join("\n"))).toEqual({ uid: 65534, gid: 65534 });
  expect(pickSystemUser(passwd[0]!)).toBeUndefined();
  expect(pickSystemUser("postgres:x:0:0::/:/bin/sh")).toBeUndefined();
});

it("gives every clone its own folder, named after the clone", () => {
  const firstHome = rootHomeFor("/root/site/supabase/.temp");
  expect(firstHome).toMatch(/\/care-packages-site-[0-9a-f]{12}$/);
  expect(rootHomeFor("/srv/site/supabase/.temp")).not.toBe(firstHome);
  expect(rootHomeFor("/root/site/supabase/.temp")).toBe(firstHome);
});
