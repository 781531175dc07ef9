package colour

// Spaces by ICC profiles, through the library that reads them. It trusts a profile's own sizes, so these are looked at
// first; what is odd deeper inside makes it panic, which is an error here.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/kovidgoyal/imaging/prism/meta/icc"
)

// Limits of a profile. Profiles of printing presses are the largest, some 3 MB.
const (
	MaxProfileBytes = 8 << 20
	maxTags         = 200
	maxCurvePoints  = 1 << 14 // reading takes the square of it when a curve goes up and down
	maxTablePoints  = 1 << 12 // of a curve in a table, by the standard
)

// Parts of a profile, bytes.
const (
	headerSize   = 128
	tagsStart    = headerSize + 4
	tagSize      = 12
	tableStart   = 48 // of the curves of a table of 16 bits: their lengths
	curveStart   = 12 // of the points of a curve
	curveMark    = "curv"
	tableMark    = "mft2"
	shortMark    = "mft1"
	modularMark  = "mAB "
	mostInputs   = 4
	mostOutputs  = 3
	inputsOfATag = 8 // where a table has the number of its inputs; outputs follow
)

// FromICC returns the space that a profile describes. Error: it can't be used, and why.
func FromICC(profile []byte) (s *Space, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			s, err = nil, errors.New("it is damaged")
		}
	}()
	if err := checkSizes(profile); err != nil {
		return nil, err
	}
	p, err := icc.DecodeProfile(bytes.NewReader(profile))
	if err != nil {
		return nil, fmt.Errorf("it can't be read: %w", firstLine(err))
	}
	switch p.Header.DeviceClass {
	case icc.DeviceClassLink, icc.DeviceClassAbstract, icc.DeviceClassNamedColor:
		return nil, errors.New("it describes no colours of a picture")
	}
	switch p.Header.DataColorSpace {
	case icc.ColorSpaceGray:
		return calculated(p, 1)
	case icc.ColorSpaceCMYK:
		return calculated(p, 4)
	}
	if p.TagTable.Has(icc.AToB0TagSignature) {
		return calculated(p, 3)
	}
	toXYZ, err := p.CreateTransformerToPCS(icc.PerceptualRenderingIntent, 3, true)
	if err != nil {
		return nil, fmt.Errorf("it can't be used: %w", firstLine(err))
	}
	return separable(func(r, g, b float64) [3]float64 {
		x, y, z := toXYZ.Transform(r, g, b)
		return [3]float64{x, y, z}
	})
}

// calculated returns the space whose pixels the library converts.
func calculated(p *icc.Profile, channels int) (*Space, error) {
	const compensate, clamp, mapGamut, optimise = true, true, false, true
	toSRGB, err := p.CreateTransformerToSRGB(icc.PerceptualRenderingIntent, compensate, channels, clamp, mapGamut, optimise)
	if err != nil {
		return nil, fmt.Errorf("it can't be used: %w", firstLine(err))
	}
	s := &Space{Channels: channels, pixel: func(in [4]float64) (colour [3]float64, ok bool) {
		defer func() { ok = recover() == nil }()
		var out [4]float64 // room for the widest step
		toSRGB.TransformGeneral(out[:], in[:])
		return [3]float64(out[:3]), true
	}}
	for from := range s.probes() {
		if _, err := s.calculate(from); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// firstLine drops the stack that the library adds to its panics.
func firstLine(err error) error {
	line, _, _ := bytes.Cut([]byte(err.Error()), []byte("\n"))
	return errors.New(string(line))
}

// checkSizes makes sure that a profile's parts lie within it, and that none is larger than it need be.
func checkSizes(profile []byte) error {
	damaged := errors.New("it is damaged: it is cut off")
	if len(profile) < tagsStart {
		return damaged
	}
	if len(profile) > MaxProfileBytes {
		return fmt.Errorf("it has more than %d MiB", MaxProfileBytes>>20)
	}
	count := uint64(binary.BigEndian.Uint32(profile[headerSize:]))
	if count > maxTags {
		return fmt.Errorf("it has %d parts, more than %d", count, maxTags)
	}
	end := tagsStart + count*tagSize
	if end > uint64(len(profile)) {
		return damaged
	}
	for tag := profile[tagsStart:end]; len(tag) > 0; tag = tag[tagSize:] {
		from, size := uint64(binary.BigEndian.Uint32(tag[4:])), uint64(binary.BigEndian.Uint32(tag[8:]))
		if from < end || from+size > uint64(len(profile)) {
			return damaged
		}
		if err := checkTag(string(tag[:4]), profile[from:from+size]); err != nil {
			return err
		}
	}
	return nil
}

// checkTag looks at a curve, or at a table that is read.
func checkTag(name string, tag []byte) error {
	switch mark := string(tag[:min(4, len(tag))]); mark {
	case tableMark, shortMark, modularMark:
		if !strings.HasPrefix(name, "A2B") { // a table of another direction
			return nil
		}
		if len(tag) < tableStart+4 {
			return errors.New("it is damaged: a table is cut off")
		}
		if tag[inputsOfATag] > mostInputs || tag[inputsOfATag+1] > mostOutputs {
			return fmt.Errorf("its table has %d channels", max(tag[inputsOfATag], tag[inputsOfATag+1]))
		}
		for at := tableStart; mark == tableMark && at < tableStart+4; at += 2 {
			if n := binary.BigEndian.Uint16(tag[at:]); n < 2 || n > maxTablePoints {
				return fmt.Errorf("a curve of its table has %d points", n)
			}
		}
	case curveMark:
	default:
		return nil
	}
	for rest := tag; ; { // a curve, and those in a table
		at := bytes.Index(rest, []byte(curveMark))
		if at < 0 || len(rest) < at+curveStart {
			return nil
		}
		if n := binary.BigEndian.Uint32(rest[at+curveStart-4:]); n > maxCurvePoints {
			return fmt.Errorf("a curve has %d points, more than %d", n, maxCurvePoints)
		}
		rest = rest[at+len(curveMark):]
	}
}
