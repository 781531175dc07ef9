package zipfile

import (
	"errors"
	"fmt"

	"github.com/klauspost/compress/zip"
)

const (
	// MaxInflation limits the ratio of a text's size to its compressed size. Deliveries inflate 20 to 80
	// times; deflate can reach 1032, as bombs do.
	MaxInflation = 250
	// InflationFloor is the size up to which the ratio is not checked, bytes.
	InflationFloor = 1 << 20
)

// Check refuses a member that can't be meant as data. Its reader fails when it is larger than its directory says.
func Check(f *zip.File) error {
	const encrypted = 1 // of the general purpose flags
	switch {
	case f.Flags&encrypted != 0:
		return errors.New("encrypted")
	case f.UncompressedSize64 > InflationFloor && f.UncompressedSize64/MaxInflation > f.CompressedSize64:
		return fmt.Errorf("inflates from %d to %d bytes, more than %d times",
			f.CompressedSize64, f.UncompressedSize64, MaxInflation)
	}
	return nil
}
