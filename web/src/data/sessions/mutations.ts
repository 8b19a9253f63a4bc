import { useMutation, useQueryClient } from "@tanstack/react-query";
import { forgetSession } from "../../lib/access-token.ts";
import { api } from "../../lib/api-client.ts";
import { forgetDrafts } from "../../lib/drafts.ts";
import { useStartSession } from "../../lib/session-context.tsx";
import {
  clearAdminRecord,
  clearVolunteerRecord,
  draftOwner,
  saveAdminRecord,
  saveVolunteerRecord,
  type SessionRole,
} from "../../lib/session.ts";

/** An expired session keeps what was typed for the next login; who logs out leaves nothing. */
const forgetOwnDrafts = (role: SessionRole): void => {
  const owner = draftOwner(role);
  if (owner !== null) forgetDrafts(owner);
};

export interface AdminCredentials {
  readonly username: string;
  readonly password: string;
}

export const useLoginAdmin = () => {
  const startSession = useStartSession();
  return useMutation({
    mutationFn: async (body: AdminCredentials) => {
      const { user, loginTime, session } = await api("POST /api/admin/login", { body });
      await startSession(session);
      saveAdminRecord({ isAuthenticated: true, username: user.username, loginTime });
      return user;
    },
  });
};

export const useLogoutAdmin = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api("POST /api/admin/logout", { as: "admin" });
    },
    onMutate: () => forgetOwnDrafts("admin"),
    // The record first: without one, the guard knows that nobody has to be told of the session's end.
    onSuccess: async () => {
      clearAdminRecord();
      queryClient.clear();
      await forgetSession("admin");
    },
    // The person asked to be logged out: nothing of the session stays here, whatever the server said (A§8).
    onError: () => {
      localStorage.clear();
      sessionStorage.clear();
      queryClient.clear();
    },
  });
};

export interface VolunteerCredentials {
  readonly email: string;
  readonly password: string;
}

export const useLoginVolunteer = () => {
  const startSession = useStartSession();
  return useMutation({
    mutationFn: async (body: VolunteerCredentials) => {
      const { volunteer, session } = await api("POST /api/volunteer/login", { body });
      await startSession(session);
      saveVolunteerRecord(volunteer);
      return volunteer;
    },
  });
};

export const useLogoutVolunteer = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api("POST /api/volunteer/logout", { as: "volunteer" });
    },
    // The record first here, too: reads still under way may find the session ended.
    onMutate: () => {
      forgetOwnDrafts("volunteer");
      clearVolunteerRecord();
    },
    onSettled: async () => {
      queryClient.clear();
      await forgetSession("volunteer");
    },
  });
};
