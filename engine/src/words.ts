import { multiplierMinHundredths } from './band.ts';

export function multiplierText(hundredths: number): string {
  return `${decimalText(hundredths / multiplierMinHundredths, 2, 2)}×`;
}

/** Six decimals are exact here, so a return just above the limit never reads like the limit. */
export function percentText(share: number, decimalsMin = 0): string {
  return `${decimalText(share * 100, decimalsMin, 6)} %`;
}

function decimalText(value: number, decimalsMin: number, decimalsMax: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimalsMin,
    maximumFractionDigits: decimalsMax,
  });
}
