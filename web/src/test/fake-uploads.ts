import { onTestFinished, vi } from 'vitest';

/** Answers the panel's uploads, which do not go by fetch, in the same way for one test. */
export function fakeUploads(respond: (url: string, init: RequestInit) => Promise<Response>) {
  class FakeRequest extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    headers = new Headers();
    target = { method: '', url: '' };

    open(method: string, url: string) {
      this.target = { method, url };
    }

    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }

    async send(body: FormData) {
      const { method, url } = this.target;
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 4 }));
      try {
        const response = await respond(url, { method, headers: this.headers, body });
        this.status = response.status;
        this.responseText = await response.text();
        this.dispatchEvent(new Event('load'));
      } catch {
        this.dispatchEvent(new Event('error'));
      }
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}
