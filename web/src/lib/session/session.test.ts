import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  clearAdminRecord,
  clearVolunteerRecord,
  draftOwner,
  readAdminSession,
  readVolunteerSession,
  saveAdminRecord,
  saveVolunteerRecord,
} from "./session.ts";

const LOGIN_TIME = Date.parse("2026-11-20T12:00:00Z");
const HOUR_MS = 60 * 60 * 1000;

const memoryStorage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

beforeEach(() => vi.stubGlobal("localStorage", memoryStorage()));
afterEach(() => vi.unstubAllGlobals());

describe("the administrator's record", () => {
  const record = {
    isAuthenticated: true,
    username: "admin",
    loginTime: new Date(LOGIN_TIME).toISOString(),
  } as const;

  test("ALOGIN-13: is stored under adminAuth", () => {
    saveAdminRecord(record);
    expect(JSON.parse(localStorage.getItem("adminAuth") ?? "")).toEqual(record);
    expect(readAdminSession(LOGIN_TIME)).toEqual({ state: "valid", record });
    clearAdminRecord();
    expect(readAdminSession(LOGIN_TIME)).toEqual({ state: "absent" });
  });

  test("ALOGIN-18: is valid for 8 hours after the login", () => {
    saveAdminRecord(record);
    expect(readAdminSession(LOGIN_TIME + 8 * HOUR_MS).state).toBe("valid");
    expect(readAdminSession(LOGIN_TIME + 8 * HOUR_MS + 1).state).toBe("expired");
  });

  test.each(["{broken", "7", '"admin"', "{}", '{"username":"a","loginTime":"never"}'])(
    "ALOGIN-20: treats %j as unreadable",
    (text) => {
      localStorage.setItem("adminAuth", text);
      expect(readAdminSession(LOGIN_TIME).state).toBe("unreadable");
    },
  );

  test("ALOGIN-14: counts as absent if it isn't authenticated", () => {
    localStorage.setItem("adminAuth", JSON.stringify({ ...record, isAuthenticated: false }));
    expect(readAdminSession(LOGIN_TIME).state).toBe("absent");
  });
});

describe("the volunteer's record", () => {
  const record = {
    id: "v1",
    firstName: "Grace",
    lastName: "Turner",
    email: "grace@example.org",
    lastLoginAt: null,
  };

  test("VDASH-13: is stored under volunteer-auth", () => {
    saveVolunteerRecord(record);
    expect(JSON.parse(localStorage.getItem("volunteer-auth") ?? "")).toEqual(record);
    expect(readVolunteerSession()).toEqual({ state: "valid", record });
  });

  test("VDASH-13: can also be read from volunteerAuth, and is cleared under both names", () => {
    localStorage.setItem("volunteerAuth", JSON.stringify(record));
    expect(readVolunteerSession().state).toBe("valid");
    clearVolunteerRecord();
    expect(readVolunteerSession().state).toBe("absent");
  });

  test("VDASH-14: stays valid however long ago the login was", () => {
    const oldRecord = { ...record, lastLoginAt: "2019-01-01T00:00:00Z" };
    saveVolunteerRecord(oldRecord);
    expect(readVolunteerSession()).toEqual({ state: "valid", record: oldRecord });
  });

  test("VDASH-22: treats a record that isn't JSON as unreadable", () => {
    localStorage.setItem("volunteer-auth", "not json");
    expect(readVolunteerSession().state).toBe("unreadable");
  });
});

test("gives every administrator and volunteer a draft owner of their own", () => {
  const logInAsAdmin = (username: string) =>
    saveAdminRecord({
      isAuthenticated: true,
      username,
      loginTime: new Date().toISOString(),
    });
  const logInAsVolunteer = (id: string) =>
    saveVolunteerRecord({
      id,
      firstName: "Grace",
      lastName: "Turner",
      email: "grace@example.org",
      lastLoginAt: null,
    });
  expect([draftOwner("admin"), draftOwner("volunteer")]).toEqual([null, null]);
  const owners = ["dana", "grace"].flatMap((name) => {
    logInAsAdmin(name);
    logInAsVolunteer(name);
    return [draftOwner("admin"), draftOwner("volunteer")];
  });
  expect(owners).not.toContain(null);
  expect(new Set(owners).size).toBe(4);
});
