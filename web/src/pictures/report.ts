import { figure, pictures, showsBoth, type Pictured } from '.';
import { byDevice } from './by_device';
import colors from './colors.css?inline';

// The script of a page of HTML that the program writes: pictures of the data in it, above its tables.

const narrow = 400; // a picture beside others is no narrower

const place = document.getElementById('pictures')!;
const pictured = JSON.parse(document.getElementById('pictured')!.textContent!) as Pictured;
const style = document.createElement('style');
style.textContent = byDevice(colors);
document.head.append(style);

function draw(): void {
  const whole = Math.max(280, place.clientWidth);
  const columns = Math.max(1, Math.floor(whole / narrow));
  const width = Math.floor((whole - 24 * (columns - 1)) / columns);
  place.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  const legend = '<p class="whole"><b class="exact">exact</b> and <b class="simulated">simulated</b>, with its 95% interval</p>';
  const figures = pictures(pictured, { width, whole })
    .map((each) => figure(each, each.isFar ? 'far' : undefined))
    .join('');
  place.innerHTML = (showsBoth(pictured) ? legend : '') + figures;
  document.documentElement.classList.toggle('drawn', place.childElementCount > 0);
}

let drawnFor = 0;
new ResizeObserver(() => {
  if (place.clientWidth === drawnFor) return;
  drawnFor = place.clientWidth;
  draw();
}).observe(place);
