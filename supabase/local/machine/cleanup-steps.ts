/**
 * The cleanup steps of a start, run in reverse order. Unlike an `AsyncDisposableStack`, it accepts new steps while it
 * runs, because an aborted start may still finish the part it was waiting for. If a step fails, the others still run.
 */
export class CleanupSteps implements AsyncDisposable {
  readonly #steps: (() => unknown)[] = [];
  #runPromise: Promise<void> | undefined;
  #isHandedOver = false;

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Runs the steps once; later calls return the same promise. */
  run(): Promise<void> {
    return (this.#runPromise ??= this.#runAll());
  }

  async #runAll(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await Promise.resolve()
        .then(step)
        .catch(() => undefined);
    }
  }

  /** Returns `run` for the caller to call later. Leaving the scope no longer runs the steps. */
  handOver(): () => Promise<void> {
    this.#isHandedOver = true;
    return () => this.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isHandedOver) return;
    await this.run();
    // An aborted start may have added one more step after the first pass.
    await this.#runAll();
  }
}
