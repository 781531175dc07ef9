//go:build unix

package photos

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// BenchmarkReencode makes pictures of a phone's photo and of a small one, beside decoding the file and encoding the picture
// alone, and beside vipsthumbnail of Debian's libvips-tools where it is installed.
func BenchmarkReencode(b *testing.B) {
	for name, size := range map[string]image.Point{"12MP": {4032, 3024}, "24MP": {6000, 4000}, "800x600": {800, 600}} {
		b.Run(name, func(b *testing.B) {
			store, file := emptyStore(b), encodeJPEG(b, grain(size.X, size.Y))
			path := filepath.Join(b.TempDir(), "photo.jpg")
			if err := os.WriteFile(path, file, 0o600); err != nil {
				b.Fatal(err)
			}
			vips, _ := exec.LookPath("vipsthumbnail")
			var times besides
			for b.Loop() {
				began := processorTime(b)
				picture, err := store.reencode(context.Background(), file)
				if err != nil {
					b.Fatal(err)
				}
				times.work += processorTime(b) - began
				times.alone += alone(b, file, picture)
				if vips != "" {
					run := exec.Command(vips, path, "--size", "2048x2048>", "-o", "x.jpg[Q=85,strip]")
					if err := run.Run(); err != nil {
						b.Fatal(err)
					}
					times.vips += run.ProcessState.UserTime() + run.ProcessState.SystemTime()
				}
			}
			times.report(b)
		})
	}
}

// BenchmarkNarrowed makes pictures at a width, beside decoding and encoding alone.
func BenchmarkNarrowed(b *testing.B) {
	whole := encodeJPEG(b, grain(2048, 1536))
	for _, width := range Widths {
		b.Run(strconv.Itoa(width), func(b *testing.B) {
			var times besides
			for b.Loop() {
				began := processorTime(b)
				picture, err := narrowed(whole, width)
				if err != nil {
					b.Fatal(err)
				}
				times.work += processorTime(b) - began
				times.alone += alone(b, whole, picture)
			}
			times.report(b)
		})
	}
}

// besides are processor times of the same run.
type besides struct{ work, alone, vips time.Duration }

func (t besides) report(b *testing.B) {
	b.ReportMetric(t.work.Seconds()*1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric(t.work.Seconds()/t.alone.Seconds(), "of-alone")
	if t.vips > 0 {
		b.ReportMetric(t.work.Seconds()/t.vips.Seconds(), "of-vips")
	}
}

// alone decodes a file and encodes the pixels of a picture, and returns the processor time that these take.
func alone(b *testing.B, file, picture []byte) time.Duration {
	small, err := jpeg.Decode(bytes.NewReader(picture))
	if err != nil {
		b.Fatal(err)
	}
	began := processorTime(b)
	if _, err := jpeg.Decode(bytes.NewReader(file)); err != nil {
		b.Fatal(err)
	}
	if err := jpeg.Encode(io.Discard, small, &jpeg.Options{Quality: jpegQuality}); err != nil {
		b.Fatal(err)
	}
	return processorTime(b) - began
}

// For benchmarks outside the package.
var (
	ProcessorTime = processorTime
	Alone         = alone
)

func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
