package photos

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"testing"
)

func TestReencodeStopsWaitingWhenItsContextEnds(t *testing.T) {
	store := emptyStore(t)
	if err := store.decoding.Acquire(context.Background(), MaxPixels); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := store.reencode(ctx, encodeJPEG(t, four(8, 8))); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}

func BenchmarkReencodePhone(b *testing.B) {
	file := encodeJPEG(b, four(4032, 3024))
	benchmarkReencode(b, file)
}

func BenchmarkReencodeSmall(b *testing.B) {
	benchmarkReencode(b, encodeJPEG(b, four(640, 480)))
}

func BenchmarkReencodeHundredMegapixels(b *testing.B) {
	var file bytes.Buffer
	fast := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := fast.Encode(&file, image.NewGray(image.Rect(0, 0, 10_000, 10_000))); err != nil {
		b.Fatal(err)
	}
	benchmarkReencode(b, file.Bytes())
}

func benchmarkReencode(b *testing.B, file []byte) {
	store := emptyStore(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := store.reencode(context.Background(), file); err != nil {
			b.Fatal(err)
		}
	}
}

func emptyStore(t testing.TB) *Store {
	t.Helper()
	store, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return store
}
