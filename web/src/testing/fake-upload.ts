import { vi } from "vitest";

export interface FakePut {
  readonly url: string;
  readonly contentType: string;
  readonly body: unknown;
  readonly reportProgress: (percent: number) => void;
  readonly respond: (status: number, text?: string) => void;
}

/** Storage's response to an upload. */
const STORED_TEXT = '{"Key":"uploads/site/00000000-0000-4000-8000-000000000001"}';

/** Replaces XMLHttpRequest, which is used only for uploads. Each PUT waits until the test responds to it. */
export const fakeUploads = () => {
  const puts: FakePut[] = [];

  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    statusText = "";
    responseText = "";
    #url = "";
    #contentType = "";

    open(_method: string, url: string) {
      this.#url = url;
    }
    setRequestHeader(_name: string, value: string) {
      this.#contentType = value;
    }
    abort() {
      this.dispatchEvent(new Event("abort"));
      this.dispatchEvent(new Event("loadend"));
    }
    send(body: unknown) {
      puts.push({
        url: this.#url,
        contentType: this.#contentType,
        body,
        reportProgress: (loaded) =>
          this.upload.dispatchEvent(
            new ProgressEvent("progress", { lengthComputable: true, loaded, total: 100 }),
          ),
        respond: (status, text = status === 200 ? STORED_TEXT : "") => {
          this.status = status;
          this.responseText = text;
          this.dispatchEvent(new Event(status === 0 ? "error" : "load"));
          this.dispatchEvent(new Event("loadend"));
        },
      });
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  return puts;
};
