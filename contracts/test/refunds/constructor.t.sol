// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {RefundTest} from "./support/RefundTest.sol";

contract RefundConstructorTest is RefundTest {
    function test_takes_its_addresses_from_the_processor() public view {
        vm.assertEq(address(refunds.processor()), address(processor), "processor");
        vm.assertEq(refunds.registry(), address(registry), "registry");
        vm.assertEq(refunds.usdc(), address(usdc), "usdc");
        vm.assertEq(refunds.eurc(), address(eurc), "eurc");
    }

    function test_refuses_a_processor_without_code() public {
        vm.expectRevert(IRefundManager.InvalidConfiguration.selector);
        deployRefunds(relayer);
    }

    function test_refunds_no_token_of_zero_where_there_is_no_second() public {
        processor = deployProcessor(registry, address(usdc), address(0), treasury, admin);
        refunds = deployRefunds(address(processor));
        Order memory o = paid(1);
        IRefundManager.PaymentProof memory sent = proof(o);
        sent.token = address(0);
        vm.expectRevert(refusal(IRefundManager.UnsupportedToken.selector, abi.encode(address(0))));
        vm.prank(payoutA);
        refunds.refundPayment(sent, PRICE, REF);
    }
}
