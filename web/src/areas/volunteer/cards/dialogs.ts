import { lazyDialog } from "../../../ui/lazy-dialog.tsx";

export const ChangePasswordDialog = lazyDialog(
  async () => (await import("./change-password-dialog.tsx")).ChangePasswordDialog,
);

export const HighlightDialog = lazyDialog(
  async () => (await import("./highlights-dialog.tsx")).HighlightDialog,
);
