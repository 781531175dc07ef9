package photos

// Making pictures smaller and turning them, row by row in the channels that they have, so that beside the decoded picture
// there is only the small one. Catmull-Rom, after whole squares of pixels were averaged.

import (
	"image"
	"image/draw"
	"math"
)

// raster is rows of samples of 8 bits, step of them for each pixel.
type raster struct {
	width, height, step int
	row                 func(y int) []uint8 // valid until the next call
}

// pixelsIn returns the raster of samples in memory.
func pixelsIn(pix []uint8, stride int, size image.Point, step int) raster {
	return raster{size.X, size.Y, step, func(y int) []uint8 { return pix[y*stride:][:size.X*step] }}
}

// scaled returns img at a size, turned upright from an orientation of EXIF, 1 to 8. Pictures of luma and chroma and of inks
// stay such, any other is put on white.
func scaled(img image.Image, size image.Point, orientation int) image.Image {
	b := img.Bounds()
	full := image.Rectangle{Max: size}
	if isTransposed(orientation) {
		full.Max = image.Pt(size.Y, size.X)
	}
	switch img := img.(type) {
	case *image.YCbCr:
		half := image.Pt(ceilDiv(size.X, 2), ceilDiv(size.Y, 2))
		first, last := img.COffset(b.Min.X, b.Min.Y), img.COffset(b.Max.X-1, b.Min.Y)
		chroma := image.Pt(last-first+1, (img.COffset(b.Min.X, b.Max.Y-1)-first)/img.CStride+1)
		return &image.YCbCr{
			Y:       pixelsIn(img.Y[img.YOffset(b.Min.X, b.Min.Y):], img.YStride, b.Size(), 1).resized(size).upright(orientation),
			Cb:      pixelsIn(img.Cb[first:], img.CStride, chroma, 1).resized(half).upright(orientation),
			Cr:      pixelsIn(img.Cr[first:], img.CStride, chroma, 1).resized(half).upright(orientation),
			YStride: full.Dx(), CStride: ceilDiv(full.Dx(), 2), SubsampleRatio: image.YCbCrSubsampleRatio420, Rect: full,
		}
	case *image.CMYK:
		pix := pixelsIn(img.Pix[img.PixOffset(b.Min.X, b.Min.Y):], img.Stride, b.Size(), 4).resized(size).upright(orientation)
		return &image.CMYK{Pix: pix, Stride: 4 * full.Dx(), Rect: full}
	}
	line := image.NewRGBA(image.Rect(0, 0, b.Dx(), 1))
	onWhite := raster{b.Dx(), b.Dy(), 4, func(y int) []uint8 {
		draw.Draw(line, line.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(line, line.Rect, img, b.Min.Add(image.Pt(0, y)), draw.Over)
		return line.Pix
	}}
	return &image.RGBA{Pix: onWhite.resized(size).upright(orientation), Stride: 4 * full.Dx(), Rect: full}
}

// Fixed-point numbers: weights have weightBits, and rows between the two passes rowBits behind the point.
const (
	weightBits = 14
	rowBits    = 6
)

// resized returns the raster at a size.
func (in raster) resized(size image.Point) raster {
	if times := min(in.width/size.X, in.height/size.Y); times > 1 {
		in = in.averaged(times)
	}
	across, down := tapsOf(in.width, size.X), tapsOf(in.height, size.Y)
	most := 0
	for _, t := range down {
		most = max(most, len(t.weights))
	}
	rows := make([][]int16, most) // the last ones, scaled across
	for i := range rows {
		rows[i] = make([]int16, size.X*in.step)
	}
	out := make([]uint8, size.Y*size.X*in.step)
	sums := make([]int32, size.X*in.step)
	next := 0
	for y, t := range down {
		for ; next < t.first+len(t.weights); next++ {
			in.across(across, in.row(next), rows[next%most])
		}
		clear(sums)
		for i, weight := range t.weights {
			row := rows[(t.first+i)%most][:len(sums)]
			for x := range sums {
				sums[x] += weight * int32(row[x])
			}
		}
		line := out[y*len(sums):][:len(sums)]
		for x, sum := range sums {
			line[x] = uint8(min(max((sum+1<<(weightBits+rowBits-1))>>(weightBits+rowBits), 0), math.MaxUint8))
		}
	}
	return pixelsIn(out, len(sums), size, in.step)
}

// across scales one row.
func (in raster) across(across []taps, from []uint8, to []int16) {
	const round = 1 << (weightBits - rowBits - 1)
	for x, t := range across {
		for channel := range in.step {
			sum, samples := int32(round), from[t.first*in.step+channel:]
			if in.step == 1 {
				samples = samples[:len(t.weights)]
				for i, weight := range t.weights {
					sum += weight * int32(samples[i])
				}
			} else {
				for i, weight := range t.weights {
					sum += weight * int32(samples[i*in.step])
				}
			}
			to[x*in.step+channel] = int16(sum >> (weightBits - rowBits))
		}
	}
}

// averaged returns the raster with squares of so many pixels a side averaged.
func (in raster) averaged(times int) raster {
	small := raster{width: ceilDiv(in.width, times), height: ceilDiv(in.height, times), step: in.step}
	sums, line := make([]uint32, small.width*in.step), make([]uint8, small.width*in.step)
	small.row = func(y int) []uint8 {
		clear(sums)
		end := min(in.height, (y+1)*times)
		for from := y * times; from < end; from++ {
			row := in.row(from)
			for i := range sums {
				at := i/in.step*times*in.step + i%in.step
				for stop := min(at+times*in.step, len(row)); at < stop; at += in.step {
					sums[i] += uint32(row[at])
				}
			}
		}
		for i, sum := range sums {
			n := uint32(min(times, in.width-i/in.step*times) * (end - y*times))
			line[i] = uint8((sum + n/2) / n)
		}
		return line
	}
	return small
}

// taps are the weights of the samples from first on that make up one sample.
type taps struct {
	first   int
	weights []int32
}

// tapsOf returns the taps of each sample of a row or column that gets another length.
func tapsOf(from, to int) []taps {
	all := make([]taps, to)
	ratio := float64(from) / float64(to)
	wide := max(1, ratio) // of the filter, samples to one unit of its curve
	for x := range all {
		centre := (float64(x)+0.5)*ratio - 0.5
		first, last := max(0, int(math.Ceil(centre-2*wide))), min(from-1, int(math.Floor(centre+2*wide)))
		curve, sum := make([]float64, last-first+1), 0.0
		for i := range curve {
			curve[i] = catmullRom(math.Abs(float64(first+i)-centre) / wide)
			sum += curve[i]
		}
		t := taps{first, make([]int32, len(curve))}
		left, top := int32(1<<weightBits), 0
		for i, c := range curve {
			t.weights[i] = int32(math.Round(c / sum * (1 << weightBits)))
			if left -= t.weights[i]; c > curve[top] {
				top = i
			}
		}
		t.weights[top] += left // so that white stays white
		all[x] = t
	}
	return all
}

// catmullRom is the curve of the filter at a distance.
func catmullRom(d float64) float64 {
	switch {
	case d < 1:
		return (1.5*d-2.5)*d*d + 1
	case d < 2:
		return ((-0.5*d+2.5)*d-4)*d + 2
	}
	return 0
}

// upright returns the samples of a raster, turned upright from an orientation.
func (in raster) upright(orientation int) []uint8 {
	source := turns[orientation]
	if source == nil {
		return in.row(0)[:in.height*in.width*in.step]
	}
	w, h := in.width, in.height
	if isTransposed(orientation) {
		w, h = h, w
	}
	out := make([]uint8, 0, w*h*in.step)
	for y := range h {
		for x := range w {
			sx, sy := source(x, y, in.width-1, in.height-1)
			out = append(out, in.row(sy)[sx*in.step:][:in.step]...)
		}
	}
	return out
}
