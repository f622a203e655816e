//! Numbers of any size, with 8 bits in each byte, the least first.

/// A sum.
pub(crate) fn sum(mut total: Vec<u8>, more: &[u8]) -> Vec<u8> {
    total.resize(total.len().max(more.len()) + 1, 0);
    let mut carry = 0;
    for (sum, byte) in total.iter_mut().zip(more.iter().chain(std::iter::repeat(&0))) {
        carry += u16::from(*sum) + u16::from(*byte);
        *sum = carry as u8;
        carry >>= 8;
    }
    while total.last() == Some(&0) {
        total.pop();
    }
    total
}

pub(crate) fn product(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().rev().fold(Vec::new(), |mut total, &digit| {
        total.insert(0, 0);
        let mut carry = 0;
        let mut times = |byte: &u8| {
            let all = u16::from(*byte) * u16::from(digit) + carry;
            carry = all >> 8;
            all as u8
        };
        let line: Vec<u8> = b.iter().chain(&[0]).map(&mut times).collect();
        sum(total, &line)
    })
}

/// Divides, and returns the rest.
pub(crate) fn divide(number: &mut [u8], by: u64) -> u64 {
    number.iter_mut().rev().fold(0, |rest, byte| {
        let all = rest << 8 | u64::from(*byte);
        *byte = (all / by) as u8;
        all % by
    })
}

pub(crate) fn decimals(mut number: Vec<u8>) -> String {
    let mut digits = Vec::new();
    while digits.is_empty() || number.iter().any(|&byte| byte > 0) {
        digits.push(divide(&mut number, 10).to_string());
    }
    digits.reverse();
    digits.concat()
}
