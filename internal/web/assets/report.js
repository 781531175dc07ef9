// The property report: a file of its own, which the service makes and a window of the browser shows.

import { keyHeaders, Refused } from './api.js';

/** @param {URLSearchParams} parameters */
export async function openReport(parameters) {
  const response = await fetch(`/page/report?${parameters}`, { headers: keyHeaders(), cache: 'no-store' });
  if (!response.ok) throw new Refused(response.status, (await response.json().catch(() => null))?.error ?? null, 0);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `gevel-${parameters.get('postalCode')}-${parameters.get('houseNumber')}.html`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}
