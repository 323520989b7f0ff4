// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {RefundTest} from "./support/RefundTest.sol";

contract RefundedTest is RefundTest {
    function test_is_zero_before_and_adds_up() public {
        Order memory o = paid(1);
        vm.assertEq(refunds.refunded(idOf(o)), 0, "nothing");
        prepare(payoutA, usdc, FLOAT);
        refund(o, 1, keccak256("first"));
        refund(o, 2, keccak256("second"));
        vm.assertEq(refunds.refunded(idOf(o)), 3, "both");
        vm.assertEq(refunds.refunded(termsIdOf(o)), 0, "another payment");
    }

    function testFuzz_nonces_are_the_hash_of_both(bytes32 id, bytes32 refundRef) public view {
        vm.assertEq(refunds.refundNonce(id, refundRef), keccak256(bytes.concat(id, refundRef)), "nonce");
    }
}
