/** Sends a form as fetch would, and says how much of it has left, which fetch cannot. */
export function upload(
  url: string,
  { method = 'POST', headers, body, signal }: RequestInit & { headers: Headers },
  onProgress: ((share: number) => void) | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new TypeError('The form did not arrive.'));
    request.open(method, url);
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(loaded / total),
    );
    request.addEventListener('load', () => {
      resolve(new Response(request.responseText || null, { status: request.status }));
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as FormData);
  });
}
