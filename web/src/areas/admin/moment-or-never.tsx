import { ShortMoment } from "#lib/time/dates.tsx";

export const MomentOrNever = ({ moment }: { readonly moment: string | null }) =>
  moment === null ? "Never" : <ShortMoment moment={moment} />;
