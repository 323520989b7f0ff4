// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ChargeRefundTest} from "./support/ChargeRefundTest.sol";

contract ChargeRefundNonceTest is ChargeRefundTest {
    function testFuzz_nonces_are_the_hash_of_all_four(bytes32 id, uint256 period, uint256 number, bytes32 refundRef)
        public
        view
    {
        bytes32 expected = keccak256(bytes.concat(id, bytes32(period), bytes32(number), refundRef));
        vm.assertEq(refunds.refundNonce(id, period, number, refundRef), expected, "nonce");
    }
}
