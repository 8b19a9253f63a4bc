type SendWithKey = (key: string) => Promise<Response>;

/**
 * Returns a function that sends requests with the first key that the project accepts. During a rotation, the project
 * has several keys, and one of them may be deleted while this process still uses it, so a request that is refused (401)
 * is sent again with the next key.
 */
export function createKeyedSender(keys: readonly [string, ...string[]]) {
  let [acceptedKey] = keys;
  return async (send: SendWithKey): Promise<Response> => {
    const firstKey = acceptedKey;
    const response = await send(firstKey);
    if (response.status !== 401) return response;
    for (const key of keys) {
      if (key === firstKey) continue;
      const nextResponse = await send(key);
      if (nextResponse.status !== 401) {
        acceptedKey = key;
        await response.body?.cancel();
        return nextResponse;
      }
      await nextResponse.body?.cancel();
    }
    // Every key was refused, so the problem is the user's own token.
    return response;
  };
}
