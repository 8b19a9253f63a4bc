import { useHealthProblems } from "#data/health/queries.ts";
import { HealthNotices } from "#admin/health-notices.tsx";

/** Warns about what has stopped. Leaves out `webhooks`, because the payments notice covers them. */
export const HealthNotice = () => {
  const { data = [] } = useHealthProblems();
  const problems = data.filter(({ kind }) => kind !== "webhooks");
  if (problems.length === 0) return null;
  return (
    <div className="mb-6 grid gap-4">
      <HealthNotices problems={problems} />
    </div>
  );
};
