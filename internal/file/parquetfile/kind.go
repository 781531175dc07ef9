package parquetfile

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
)

// physical is how values are stored.
type physical int64

// The ways to store values, as the format numbers them.
const (
	boolean physical = iota
	int32s
	int64s
	int96s
	floats
	doubles
	byteArrays
	fixedBytes
)

// meaning is what values are.
type meaning int

// The meanings, as the format numbers logical types where it has one.
const (
	plainValue meaning = iota
	isText
	_
	_
	isEnum
	isDecimal
	isDate
	isTime
	isTimestamp
	_
	isWhole
	_
	isJSON
	_
	isUUID
	isHalf
)

// kind is the type of a column.
type kind struct {
	physical
	length    int64 // of fixedBytes
	means     meaning
	unit      time.Duration // of times
	adjusted  bool          // times are in UTC
	unsigned  bool
	bits      int
	scale     int64
	precision int64
}

func (k *kind) readLogical(c *compact, of byte) {
	c.within(of, func(id int64, of byte) {
		k.means = meaning(id)
		c.within(of, func(id int64, of byte) {
			switch k.means {
			case isDecimal:
				if v := c.number(of); id == 1 {
					k.scale = v
				} else {
					k.precision = v
				}
			case isTime, isTimestamp:
				if id == 1 {
					k.adjusted = of == kindTrue
				} else {
					c.within(of, func(id int64, of byte) {
						k.unit = map[int64]time.Duration{1: time.Millisecond, 2: time.Microsecond, 3: time.Nanosecond}[id]
						c.skip(of)
					})
				}
			case isWhole:
				if id == 1 {
					k.bits = int(c.number(of))
				} else {
					k.unsigned = of == kindFalse
				}
			default:
				c.skip(of)
			}
		})
	})
}

// convert takes the meaning from its older form, where the newer one is not there.
func (k *kind) convert(old, scale, precision int64) {
	if k.means != plainValue {
		return
	}
	const firstUnsigned, firstSigned = 11, 15
	switch {
	case old == 0:
		k.means = isText
	case old == 4:
		k.means = isEnum
	case old == 5:
		k.means, k.scale, k.precision = isDecimal, scale, precision
	case old == 6:
		k.means = isDate
	case old == 7 || old == 8:
		k.means, k.adjusted = isTime, true
	case old == 9 || old == 10:
		k.means, k.adjusted = isTimestamp, true
	case old >= firstUnsigned && old < firstSigned+4:
		k.means, k.unsigned, k.bits = isWhole, old < firstSigned, 8<<((old-firstUnsigned)%4)
	case old == 19:
		k.means = isJSON
	}
	k.unit = map[int64]time.Duration{7: time.Millisecond, 9: time.Millisecond, 8: time.Microsecond, 10: time.Microsecond}[old]
}

// isRead reports whether values of the type can be written as text.
func (k *kind) isRead() bool {
	switch k.means {
	case isTime, isTimestamp:
		return k.unit > 0 && (k.physical == int64s || k.physical == int32s && k.means == isTime)
	case isDecimal:
		const mostScale = 76 // of the widest decimals that databases have
		return k.scale >= 0 && k.scale <= mostScale && k.physical != boolean && k.physical < floats || k.physical >= byteArrays
	case isDate:
		return k.physical == int32s
	case isUUID:
		return k.width() == len(uuid.UUID{})
	case isHalf:
		return k.width() == 2
	}
	return k.physical >= boolean && k.physical <= byteArrays || k.physical == fixedBytes && k.width() > 0
}

// isText reports whether values are texts, which may be numbers and days in any spelling.
func (k *kind) isText() bool {
	return k.physical >= byteArrays && k.means != isDecimal && k.means != isHalf
}

// width is how many bytes a value takes, 0 where they differ.
func (k *kind) width() int {
	switch k.physical {
	case int32s, floats:
		return 4
	case int64s, doubles:
		return 8
	case int96s:
		return 12
	case fixedBytes:
		const longest = 1 << 20
		if k.length > 0 && k.length <= longest {
			return int(k.length)
		}
	}
	return 0
}

// append writes the text of a value.
func (k *kind) append(b []byte, v value) []byte {
	switch k.means {
	case isDate:
		return append(b, (gevel.NewDate(1970, time.January, 1) + gevel.Date(int32(v.n))).String()...)
	case isTimestamp:
		per := int64(time.Second / k.unit)
		n := int64(v.n)
		return appendTime(b, time.Unix(n/per, n%per*int64(k.unit)).UTC())
	case isTime:
		return time.Unix(0, 0).UTC().Add(time.Duration(k.signed(v))*k.unit).AppendFormat(b, clockLayout)
	case isDecimal:
		return k.appendDecimal(b, v)
	case isUUID:
		id, _ := uuid.FromBytes(v.b)
		return append(b, id.String()...)
	case isHalf:
		return appendNumber(b, float64(halfOf(binary.LittleEndian.Uint16(v.b))), 32)
	}
	switch k.physical {
	case boolean:
		return strconv.AppendBool(b, v.n != 0)
	case int32s, int64s:
		if k.unsigned {
			return strconv.AppendUint(b, v.n, 10)
		}
		return strconv.AppendInt(b, k.signed(v), 10)
	case int96s:
		return appendTime(b, timeOf96(v.b))
	case floats:
		return appendNumber(b, float64(math.Float32frombits(uint32(v.n))), 32)
	case doubles:
		return appendNumber(b, math.Float64frombits(v.n), 64)
	}
	return append(b, v.b...)
}

func (k *kind) signed(v value) int64 {
	if k.physical == int32s {
		return int64(int32(v.n))
	}
	return int64(v.n)
}

const (
	clockLayout = "15:04:05.999999999"
	timeLayout  = "2006-01-02 " + clockLayout
)

func appendTime(b []byte, t time.Time) []byte { return t.AppendFormat(b, timeLayout) }

// timeOf96 reads the old form of times: nanoseconds of the day, and its Julian number.
func timeOf96(b []byte) time.Time {
	const epoch, day = 2_440_588, 24 * 60 * 60
	days := int64(binary.LittleEndian.Uint32(b[8:]))
	return time.Unix((days-epoch)*day, int64(binary.LittleEndian.Uint64(b))).UTC()
}

// halfOf returns a number of 16 bits.
func halfOf(bits uint16) float32 {
	sign, exponent, fraction := uint32(bits>>15)<<31, int(bits>>10&0x1f), uint32(bits&0x3ff)
	switch exponent {
	case 0:
		v := float32(math.Ldexp(float64(fraction), -24))
		return math.Float32frombits(math.Float32bits(v) | sign)
	case 0x1f:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | uint32(exponent+112)<<23 | fraction<<13)
}

// appendNumber writes a number without an exponent; one that is none is unknown.
func appendNumber(b []byte, v float64, bits int) []byte {
	if v != v {
		return b
	}
	return strconv.AppendFloat(b, v, 'f', -1, bits)
}

// appendDecimal writes a number that is stored as a whole one.
func (k *kind) appendDecimal(b []byte, v value) []byte {
	var whole big.Int
	if k.physical < byteArrays {
		whole.SetInt64(k.signed(v))
	} else if whole.SetBytes(v.b); len(v.b) > 0 && v.b[0]&0x80 != 0 { // two's complement
		whole.Sub(&whole, new(big.Int).Lsh(big.NewInt(1), uint(8*len(v.b))))
	}
	if whole.Sign() < 0 {
		b = append(b, '-')
	}
	digits := whole.Abs(&whole).String()
	if lacking := int(k.scale) + 1 - len(digits); lacking > 0 {
		digits = strings.Repeat("0", lacking) + digits
	}
	point := len(digits) - int(k.scale)
	if b = append(b, digits[:point]...); k.scale == 0 {
		return b
	}
	return append(append(b, '.'), digits[point:]...)
}

// Type is the type of a column, for one that passes it on.
type Type struct {
	Node parquet.Node
	// Value reads what Read wrote of a value; it is null where that is empty.
	Value func(text string) (parquet.Value, error)
}

// passed returns the type as one that is written.
func (k *kind) passed() Type {
	switch k.means {
	case isDate:
		return typeOf(parquet.Date(), func(s string) (parquet.Value, error) {
			day, err := gevel.ParseDate(s)
			return parquet.Int32Value(int32(day - gevel.NewDate(1970, time.January, 1))), err
		})
	case isTimestamp:
		return typeOf(parquet.TimestampAdjusted(unitOf(k.unit), k.adjusted), k.timeValue(timeLayout, time.Time{}.AddDate(1969, 0, 0)))
	case isTime:
		return typeOf(parquet.TimeAdjusted(unitOf(k.unit), k.adjusted), k.timeValue(clockLayout, time.Time{}.AddDate(-1, 0, 0)))
	case isDecimal:
		return k.passedDecimal()
	case isUUID:
		return typeOf(parquet.UUID(), func(s string) (parquet.Value, error) {
			id, err := uuid.Parse(s)
			return parquet.FixedLenByteArrayValue(id[:]), err
		})
	}
	switch k.physical {
	case boolean:
		return typeOf(parquet.Leaf(parquet.BooleanType), func(s string) (parquet.Value, error) {
			return parquet.BooleanValue(s == "true"), nil
		})
	case int32s, int64s:
		return k.passedWhole()
	case int96s:
		of := kind{physical: int64s, unit: time.Microsecond}
		return typeOf(parquet.TimestampAdjusted(parquet.Microsecond, false), of.timeValue(timeLayout, time.Time{}.AddDate(1969, 0, 0)))
	case floats, doubles:
		return k.passedNumber()
	case fixedBytes:
		if k.means == isHalf {
			return k.passedNumber()
		}
	case byteArrays:
		if k.means == plainValue {
			return typeOf(parquet.Leaf(parquet.ByteArrayType), bytesValue)
		}
	}
	return Type{parquet.String(), bytesValue}
}

// typeOf has empty texts read as nulls.
func typeOf(n parquet.Node, value func(string) (parquet.Value, error)) Type {
	return Type{n, func(s string) (parquet.Value, error) {
		if s == "" {
			return parquet.NullValue(), nil
		}
		return value(s)
	}}
}

func bytesValue(s string) (parquet.Value, error) { return parquet.ByteArrayValue([]byte(s)), nil }

func unitOf(d time.Duration) parquet.TimeUnit {
	switch d {
	case time.Millisecond:
		return parquet.Millisecond
	case time.Microsecond:
		return parquet.Microsecond
	}
	return parquet.Nanosecond
}

// timeValue reads times since a beginning, in units.
func (k *kind) timeValue(layout string, begin time.Time) func(string) (parquet.Value, error) {
	unit, short := k.unit, k.unit == time.Millisecond && k.means == isTime
	return func(s string) (parquet.Value, error) {
		t, err := time.Parse(layout, s)
		n := (t.Unix()-begin.Unix())*int64(time.Second/unit) + int64(t.Nanosecond())/int64(unit)
		if short {
			return parquet.Int32Value(int32(n)), err
		}
		return parquet.Int64Value(n), err
	}
}

func (k *kind) passedWhole() Type {
	bits := k.bits
	if bits == 0 {
		bits = 8 * k.width()
	}
	node := parquet.Int(bits)
	if k.unsigned {
		node = parquet.Uint(bits)
	}
	return typeOf(node, func(s string) (parquet.Value, error) {
		n, err := strconv.ParseInt(s, 10, 64)
		if k.unsigned {
			var u uint64
			u, err = strconv.ParseUint(s, 10, 64)
			n = int64(u)
		}
		if bits <= 32 {
			return parquet.Int32Value(int32(n)), err
		}
		return parquet.Int64Value(n), err
	})
}

func (k *kind) passedNumber() Type {
	if k.physical == doubles {
		return typeOf(parquet.Leaf(parquet.DoubleType), func(s string) (parquet.Value, error) {
			v, err := strconv.ParseFloat(s, 64)
			return parquet.DoubleValue(v), err
		})
	}
	return typeOf(parquet.Leaf(parquet.FloatType), func(s string) (parquet.Value, error) {
		v, err := strconv.ParseFloat(s, 32)
		return parquet.FloatValue(float32(v)), err
	})
}

// passedDecimal writes decimals in as many bytes as their digits may need.
func (k *kind) passedDecimal() Type {
	precision := max(int(k.precision), int(k.scale), 1)
	length := int(math.Ceil((float64(precision)*math.Log2(10) + 1) / 8))
	if k.physical == fixedBytes {
		length = max(length, k.width())
	}
	node := parquet.Decimal(int(k.scale), precision, parquet.FixedLenByteArrayType(length))
	return typeOf(node, func(s string) (parquet.Value, error) {
		digits := make([]byte, 0, len(s))
		for _, c := range []byte(s) {
			if c != '.' {
				digits = append(digits, c)
			}
		}
		whole, ok := new(big.Int).SetString(string(digits), 10)
		if !ok || whole.BitLen() >= 8*length {
			return parquet.NullValue(), fmt.Errorf("%.40q has more than %d digits", s, precision)
		}
		if whole.Sign() < 0 {
			whole.Add(whole, new(big.Int).Lsh(big.NewInt(1), uint(8*length)))
		}
		return parquet.FixedLenByteArrayValue(whole.FillBytes(make([]byte, length))), nil
	})
}
