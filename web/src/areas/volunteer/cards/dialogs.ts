import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";

export const LazyChangePasswordDialog = lazyDialog(
  async () => (await import("./change-password-dialog.tsx")).ChangePasswordDialog,
);

export const LazyChangeEmailDialog = lazyDialog(
  async () => (await import("../details/change-email-dialog.tsx")).ChangeEmailDialog,
);

export const LazyOwnHoursDialog = lazyDialog(
  async () => (await import("./own-hours-dialog.tsx")).OwnHoursDialog,
);

export const LazyHighlightDialog = lazyDialog(
  async () => (await import("./highlights-dialog.tsx")).HighlightDialog,
);
