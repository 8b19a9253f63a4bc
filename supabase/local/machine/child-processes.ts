import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";

/*
 * Children run in their own process groups, so that Ctrl-C reaches only us and we can stop them in order.
 * The reaper is a shell that gets their pids over a pipe and stops the remaining ones when the pipe closes,
 * which also happens when we are killed with SIGKILL.
 */
const reaperScript = `
trap '' INT TERM HUP
alive=' '
while read -r word pid; do
  case $word in
    add) alive="$alive$pid " ;;
    del) alive="\${alive%% $pid *} \${alive#* $pid }" ;;
  esac
done
for pid in $alive; do kill -INT "$pid" 2>/dev/null; done
[ "$alive" = ' ' ] && exit
sleep 3
for pid in $alive; do kill -KILL "$pid" 2>/dev/null; done
`;

export class ChildProcesses {
  readonly #runningChildren = new Set<ChildProcess>();
  #reaper = this.#startReaper();
  #isClosed = false;

  /** Starts a reaper and replaces it if it dies, because without a reaper the children would outlive us. */
  #startReaper(): ChildProcess {
    const reaper = spawn("sh", ["-c", reaperScript], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    reaper.stdin?.on("error", () => undefined);
    reaper.once("exit", () => {
      if (!this.#isClosed) this.#reaper = this.#startReaper();
    });
    for (const { pid } of this.#runningChildren) reaper.stdin?.write(`add ${pid}\n`);
    reaper.unref();
    return reaper;
  }

  start(command: string, args: string[], options: SpawnOptions): ChildProcess {
    if (this.#isClosed) throw new Error("The stack is stopping.");
    const child = spawn(command, args, { ...options, detached: true });
    if (child.pid === undefined) return child;
    const { pid } = child;
    this.#runningChildren.add(child);
    this.#reaper.stdin?.write(`add ${pid}\n`);
    child.once("exit", () => {
      this.#runningChildren.delete(child);
      this.#reaper.stdin?.write(`del ${pid}\n`);
    });
    return child;
  }

  /** Sends the signal, then SIGKILL after `graceMs`. Resolves when the process has exited. */
  async stop(child: ChildProcess, signal: NodeJS.Signals, graceMs: number): Promise<void> {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exitPromise = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill("SIGKILL"), graceMs);
    await exitPromise;
    clearTimeout(killTimer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#runningChildren].map((child) => this.stop(child, "SIGTERM", 3000)));
    this.#reaper.stdin?.end();
  }
}
