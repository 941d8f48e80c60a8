/** Until what has changed by now is drawn. A clock that a test holds does not hold frames. */
export async function drawn(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
